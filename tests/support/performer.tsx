// The performer alone: a test passes outcomes and reads their effects on the form.
import { waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect } from 'vitest'
import { type FormHandle, type Perform, usePerform } from '../../src/effects/perform/usePerform.ts'
import type { Outcome } from '../../src/rules/visit/outcome.ts'
import { renderPart } from './render.tsx'

export async function performer(at = '/login') {
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
