import { useTexts } from '../i18n/texts.tsx'

export type StepsProps = {
  current: number
  total: number
  name: string
  /** What comes after it. */
  next?: string | undefined
  /** Where the member came from: the screen before this one, or a later one. Its form then slides in. */
  travel?: 'onward' | 'back' | undefined
}

/** Describes the heading below it, so that a screen reader announces the step. */
export const STEP_ID = 'step'

/** The position in a flow: "2 / 4", the step's name and the next one's, and a segment for each step. */
export function Steps({ current, total, name, next, travel }: StepsProps) {
  const { t } = useTexts()
  return (
    <div className={travel ? `steps ${travel}` : 'steps'}>
      <span className="hidden" id={STEP_ID}>
        {[`${t('step.of', { current, total })} · ${name}`, next && t('step.next', { next })].filter(Boolean).join('. ')}
      </span>
      <p aria-hidden="true">
        <span>{`${current} / ${total} · ${name}`}</span>
        {next && <span>{t('step.next', { next })}</span>}
      </p>
      <div aria-hidden="true">
        {Array.from({ length: total }, (_, index) => (
          <i key={index} className={index < current ? 'done' : undefined} />
        ))}
      </div>
    </div>
  )
}
