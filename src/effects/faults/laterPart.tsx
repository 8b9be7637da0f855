// A page, or a part of one, whose code and texts load when it is first shown, or earlier.
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { loadLaterTexts } from '../../i18n/languages.ts'
import { withTimeout } from '../../state/timeout.ts'
import { loadInTurn } from '../browser/idle.ts'
import { arriving } from './chunks.ts'

export type Load = () => Promise<unknown>

/**
 * @param ahead loads what may follow while the member is busy with this part
 * @returns the component, how to load it, and whether it is loaded. A loaded one is rendered at once.
 */
export function laterPart<Props extends object>(
  code: () => Promise<{ default: ComponentType<Props> }>,
  ahead: readonly Load[] = [],
) {
  let here: ComponentType<Props> | null = null
  const load = async () => {
    const [module] = await Promise.all([withTimeout(code()), loadLaterTexts()])
    here = module.default
    return module
  }
  const Awaited = lazy(() => arriving(load))
  function Part(props: Props) {
    const [Here] = useState(() => here ?? Awaited)
    useEffect(() => loadInTurn(ahead), [])
    return <Here {...props} />
  }
  return { Part, load, isHere: () => here !== null, ahead }
}
