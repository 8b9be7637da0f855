// Spec §3 and §5, current and hoped-for job, each by group and job.
import { codesOf } from '../api/service'
import { useAnswer } from '../effects/useAnswer'
import { useTexts } from '../i18n/texts'
import { chosen, JOB_FIELDS, jobChoices, type JobField, type JobInfo } from '../rules/jobInfo'
import type { MessageKey } from '../rules/messages'
import { LoadFailed } from '../ui/LoadFailed'
import { ChoiceField } from './Choices'

const askForJobs = (left: AbortSignal) => codesOf('JOBGROUP', left)

type Props = {
  value: JobInfo
  /** The fields that change; choosing a group empties its job. */
  onChange: (patch: Partial<JobInfo>) => void
  /** Which of the four are shown; all of them if it is left out. */
  fields?: readonly string[]
  errors?: Partial<Record<JobField, string>>
  optional?: boolean
}

const pairs = [
  { legend: 'profile.currentJob', group: 'current_job_group', job: 'current_job' },
  { legend: 'profile.hopeJob', group: 'hope_job_group', job: 'hope_job' },
] as const satisfies readonly { legend: MessageKey; group: JobField; job: JobField }[]

export function JobFields({ value, onChange, fields = JOB_FIELDS, errors = {}, optional = false }: Props) {
  const { t, locale } = useTexts()
  const { data: list, failed, retry } = useAnswer(askForJobs)
  if (failed && !list) return <LoadFailed onRetry={retry} />
  const codes = list ?? []

  const field = (name: JobField, label: string, choices: ReturnType<typeof jobChoices>, waits?: string) => (
    <ChoiceField
      name={name}
      label={label}
      choices={choices}
      value={list ? value[name] : ''}
      waits={list ? waits : t('profile.listComing')}
      error={errors[name]}
      optional={optional}
      onChange={(code) => onChange(chosen(name, code))}
    />
  )

  return pairs
    .filter(({ group, job }) => fields.includes(group) || fields.includes(job))
    .map(({ legend, group, job }) => (
      <fieldset key={group} className="stack">
        <legend className="section">{t(legend)}</legend>
        {field(group, t('profile.jobGroup'), jobChoices(codes, locale))}
        {fields.includes(job) &&
          field(
            job,
            t('profile.job'),
            jobChoices(codes, locale, value[group]),
            value[group] ? undefined : t('profile.groupFirst'),
          )}
      </fieldset>
    ))
}
