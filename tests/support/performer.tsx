// The performer alone: a test passes outcomes and reads their effects on the form.
import { waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect } from 'vitest'
import { isHere, loadRoutes, warmUp } from '../../src/app/allRoutes.ts'
import { type FormHandle, type Perform, usePerform } from '../../src/effects/perform/usePerform.ts'
import type { Outcome } from '../../src/rules/visit/outcome.ts'
import { paths } from '../../src/rules/visit/paths.ts'
import { renderPart } from './render.tsx'

/** `act` shows nothing before its callback ends, and a step that leads to a page ends when the page is shown: its code must be here. */
async function loadPages(): Promise<void> {
  await loadRoutes()
  for (const path of Object.values(paths)) warmUp(path)
  await waitFor(() => expect(Object.values(paths).filter((path) => !isHere(path))).toEqual([]), { timeout: 100_000 })
}

export async function performer(at = '/login') {
  await loadPages()
  history.replaceState(null, '', at)
  const held: { perform: Perform | null } = { perform: null }
  function Performer() {
    const perform = usePerform()
    useEffect(() => void (held.perform = perform), [perform])
    return null
  }
  const rendered = await renderPart(<Performer />)
  const done: unknown[][] = []
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      void done.push([name, ...given.filter((one) => one !== undefined)])
  const form: FormHandle = {
    clear: note('clear'),
    focus: note('focus'),
    fieldError: note('fieldError'),
    formError: note('formError'),
  }
  await waitFor(() => expect(held.perform).not.toBeNull())
  const alone = (outcome: Outcome) => held.perform?.(outcome) ?? Promise.resolve()
  return { ...rendered, done, alone, perform: (outcome: Outcome) => held.perform?.(outcome, form) ?? Promise.resolve() }
}
