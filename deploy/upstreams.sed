# Makes of docs/nginx.conf the configuration of compose.yaml: other addresses, and two of each.
s|server 127\.0\.0\.1:3000 \([^;]*\);|server app-1:3000 \1 resolve; server app-2:3000 \1 resolve;|
s|server 127\.0\.0\.1:3001 \([^;]*\);|server backend-1:3001 \1 resolve; server backend-2:3001 \1 resolve;|
s|/etc/ssl/daemun|/run/secrets/daemun|
s|/var/log/nginx/access\.log|/dev/stdout|
s|/var/log/nginx/error\.log|stderr|
