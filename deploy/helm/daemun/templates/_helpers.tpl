{{/* One server of the chart: (dict "root" $ "name" "backend") */}}
{{- define "daemun.name" -}}
{{- printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "daemun.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/name: daemun
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "daemun.labels" -}}
{{ include "daemun.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{- define "daemun.image" -}}
{{ .Values.image.repository }}:{{ .tag | default .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "daemun.pod" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "daemun.container" -}}
image: {{ include "daemun.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "daemun.probes" -}}
startupProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 3
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /livez, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
# The service takes the pod out while the server still listens.
lifecycle:
  preStop: { exec: { command: [sleep, '5'] } }
{{- end -}}

{{- define "daemun.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* Settings of the backend and of its commands. The secrets are files. */}}
{{- define "daemun.settings" -}}
{{- $api := required "hosts.api: where members reach the backend" .Values.hosts.api }}
{{- $app := required "hosts.app: where members reach the app" .Values.hosts.app }}
{{- $_ := required "backend.settings.SMTP_FROM: the sender of mails" .Values.backend.settings.SMTP_FROM }}
{{- $_ := required "backend.settings.SUPPORT_CONTACT: how members reach your support" .Values.backend.settings.SUPPORT_CONTACT }}
{{- $base := dict "BACKEND_PORT" "3001" "BACKEND_METRICS" "0.0.0.0:9464" "BACKEND_URL" (printf "https://%s" $api) "APP_ORIGIN" (printf "https://%s" $app) }}
{{- $files := dict "DATABASE_URL_FILE" "/run/secrets/daemun/database" "BACKEND_KEY_ENCRYPTION_KEY_FILE" "/run/secrets/daemun/keys" "SMTP_URL_FILE" "/run/secrets/daemun/smtp" "SMS_URL_FILE" "/run/secrets/daemun/sms" }}
{{- range $name, $key := .Values.backend.secrets }}
{{- $_ := set $files (printf "%s_FILE" $name) (printf "/run/secrets/daemun/%s" $key) }}
{{- end }}
{{- $clients := ternary (dict "BACKEND_CLIENTS" "/run/secrets/daemun/clients") dict .Values.backend.hasClients }}
{{- include "daemun.env" (merge (deepCopy .Values.backend.settings) $base $files $clients) }}
{{- end -}}

{{- define "daemun.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .Values.secret }}
    defaultMode: 0440
    items:
      - { key: database, path: database }
      - { key: keys, path: keys }
      - { key: smtp, path: smtp }
      - { key: sms, path: sms }
      {{- range $key := .Values.backend.secrets }}
      - { key: {{ $key }}, path: {{ $key }} }
      {{- end }}
      {{- if .Values.backend.hasClients }}
      - { key: clients, path: clients }
      {{- end }}
- { name: tmp, emptyDir: {} }
{{- end -}}

{{/* A lost node takes one replica with it: (dict "root" $ "name" "backend") */}}
{{- define "daemun.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "daemun.selector" . | nindent 8 }}
{{- end -}}
