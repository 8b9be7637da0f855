// Spec §3 and §5, current and hoped-for job, each by group and job.
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { codesOf, codeWithChildren } from '../api/service.ts'
import { useAnswer } from '../effects/forms/useAnswer.ts'
import { useLocale } from '../i18n/texts.tsx'
import {
  type Choice,
  chosen,
  codeChoices,
  groupChoices,
  JOB_FIELDS,
  type JobField,
  type JobInfo,
} from '../rules/join/jobInfo.ts'
import type { MessageKey } from '../rules/texts/messages.ts'
import type { Codes, CodeWithChildren } from '../../contract/shapes/service.ts'
import { LoadFailed } from '../ui/shell/LoadFailed.tsx'
import { ChoiceField } from './Choices.tsx'

const askForJobs = (left: AbortSignal) => codesOf('JOBGROUP', left)

type Props = {
  value: JobInfo
  /** The fields that change; choosing a group empties its job. */
  onChange: (patch: Partial<JobInfo>) => void
  /** Which of the four are shown; all of them if it is left out. */
  fields?: readonly string[]
  errors?: Partial<Record<JobField, string>>
  /** Marks the fields as optional. The page stops this as soon as one of them is filled, because the others are needed then. */
  optional?: boolean
}

const pairs = [
  { legend: 'profile.currentJob', group: 'current_job_group', job: 'current_job' },
  { legend: 'profile.hopeJob', group: 'hope_job_group', job: 'hope_job' },
] as const satisfies readonly { legend: MessageKey; group: JobField; job: JobField }[]

export function JobFields({ fields = JOB_FIELDS, ...rest }: Props) {
  const { data: list, failed, retry } = useAnswer(askForJobs)
  if (failed && !list) return <LoadFailed onRetry={retry} />
  return pairs
    .filter(({ group, job }) => fields.includes(group) || fields.includes(job))
    .map((pair) => <JobPair key={pair.group} pair={pair} list={list} asksJob={fields.includes(pair.job)} {...rest} />)
}

const NO_GROUP: CodeWithChildren = { code: '', code_name: '', code_name_en: null, code_name_cn: null, children: [] }

type PairProps = Omit<Props, 'fields'> & { pair: (typeof pairs)[number]; list: Codes | null; asksJob: boolean }

function JobPair({ pair, list, asksJob, value, onChange, errors = {}, optional = false }: PairProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { legend, group, job } = pair
  const id = value[group]
  const ask = useCallback((left: AbortSignal) => codeWithChildren(id, left), [id])
  const isAsked = asksJob && id !== ''
  const { data, failed, retry } = useAnswer(ask, isAsked ? undefined : NO_GROUP)
  const jobs = isAsked ? data?.children : undefined
  useForgotten(id, list && groupChoices(list, locale), () => onChange(chosen(group, '')))
  useForgotten(value[job], jobs && codeChoices(jobs, locale), () => onChange(chosen(job, '')))

  const field = (name: JobField, label: string, choices: readonly Choice[], waits?: string) => (
    <ChoiceField
      name={name}
      label={label}
      choices={choices}
      value={waits === undefined ? value[name] : ''}
      waits={waits}
      error={errors[name]}
      optional={optional}
      onChange={(code) => onChange(chosen(name, code))}
    />
  )
  const coming = t('profile.listComing')
  const waitsForJobs = id === '' ? t('profile.groupFirst') : jobs ? undefined : coming

  return (
    <fieldset>
      <legend className="section">{t(legend)}</legend>
      <div className="stack">
        {field(group, t('profile.jobGroup'), groupChoices(list ?? [], locale), list ? undefined : coming)}
        {asksJob && field(job, t('profile.job'), codeChoices(jobs ?? [], locale), waitsForJobs)}
        {asksJob && failed && !jobs && <LoadFailed onRetry={retry} />}
      </div>
    </fieldset>
  )
}

/** A code that is not in its list counts as unselected. */
function useForgotten(code: string, choices: readonly Choice[] | null | undefined, forget: () => void): void {
  const isForeign = code !== '' && !!choices && !choices.some(({ value }) => value === code)
  useEffect(() => {
    if (isForeign) forget()
    // `forget` is new at every rendering.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isForeign])
}
