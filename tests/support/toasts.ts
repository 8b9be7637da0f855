// One cause, one message (Faults): the toast of the HTTP layer and the alert of the form have the same text, and no dialog repeats it.
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { translation } from '../../src/i18n/languages.ts'
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { useScreen } from '../../src/stores/screen.ts'

/** The toast with this text, and the form's alert with the same text, are the only message on the page. */
export async function expectOnlyToast(text: MessageKey): Promise<void> {
  await waitFor(() => expect(useScreen.getState().toasts.map((toast) => toast.text)).toEqual([text]))
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const alert of screen.queryAllByRole('alert'))
    if (alert.textContent !== '') expect(alert).toHaveTextContent(translation().t(text))
}

/** Once the toast has gone, the form still says what happened, in an alert. */
export async function expectLasting(text: MessageKey): Promise<HTMLElement> {
  await expectOnlyToast(text)
  useScreen.setState({ toasts: [] })
  const alerts = screen.getAllByRole('alert').filter((alert) => alert.textContent !== '')
  expect(alerts).toHaveLength(1)
  expect(alerts[0]).toHaveTextContent(translation().t(text))
  return alerts[0] as HTMLElement
}
