import { useTexts } from '../i18n/texts'

export type StepsProps = { current: number; total: number; name: string }

/** It describes the heading below it: whoever arrives at a page hears where that is. */
export const STEP_ID = 'step'

/** Where the member is: "2 / 4", the step's name, and as many segments. */
export function Steps({ current, total, name }: StepsProps) {
  const { t } = useTexts()
  return (
    <div className="steps">
      <span className="hidden" id={STEP_ID}>
        {`${t('step.of', { current, total })} · ${name}`}
      </span>
      <span aria-hidden="true">{`${current} / ${total} · ${name}`}</span>
      <div aria-hidden="true">
        {Array.from({ length: total }, (_, index) => (
          <i key={index} className={index < current ? 'done' : undefined} />
        ))}
      </div>
    </div>
  )
}
