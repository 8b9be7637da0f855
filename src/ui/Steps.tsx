import { useTexts } from '../i18n/texts.tsx'

export type StepsProps = { current: number; total: number; name: string }

/** Describes the heading below it, so that a screen reader announces the step. */
export const STEP_ID = 'step'

/** The position in a flow: "2 / 4", the step's name, and a segment for each step. */
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
