import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { pageState } from '../state/pageState.ts'

export type StepsProps = {
  current: number
  /** Null while it is unknown. */
  total: number | null
  name: string
  /** What comes after it. */
  next?: string | undefined
}

/** The position on the page, and on the page before it. Null where that one had none. */
const shown = pageState(() => ({ at: null as number | null }))

/** Where the member came from: an earlier step, or a later one. The form then slides in. */
function useTravel(current: number): 'onward' | 'back' | undefined {
  const [before] = useState(shown.at)
  useEffect(() => {
    shown.at = current
    return () => void (shown.at = null)
  }, [current])
  if (before === null || before === current) return undefined
  return before < current ? 'onward' : 'back'
}

/** Describes the heading below it, so that a screen reader announces the step. */
export const STEP_ID = 'step'

/**
 * The position in a flow: "2 / 4", the step's name and the next one's, and a segment for each step. While the total is unknown: "2", and one
 * segment for the rest.
 */
export function Steps({ current, total, name, next }: StepsProps) {
  const { t } = useTexts()
  const travel = useTravel(current)
  const position = total === null ? t('step.at', { current }) : t('step.of', { current, total })
  return (
    <div className={travel ? `steps ${travel}` : 'steps'}>
      <span className="hidden" id={STEP_ID}>
        {[`${position} · ${name}`, next && t('step.next', { next })].filter(Boolean).join('. ')}
      </span>
      <p aria-hidden="true">
        <span>{`${total === null ? current : `${current} / ${total}`} · ${name}`}</span>
        {next && <span>{t('step.next', { next })}</span>}
      </p>
      <div aria-hidden="true">
        {Array.from({ length: total ?? current }, (_, index) => (
          <i key={index} className={index < current ? 'done' : undefined} />
        ))}
        {total === null && <i className="rest" />}
      </div>
    </div>
  )
}
