// One cause, one message (Faults): the text of a toast of the HTTP layer appears neither in a dialog nor in the form.
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { MessageKey } from '../../src/rules/messages'
import { useScreen } from '../../src/stores/screen'

/** The toast with this text is the only message on the page. */
export async function expectOnlyToast(text: MessageKey): Promise<void> {
  await waitFor(() => expect(useScreen.getState().toasts.map((toast) => toast.text)).toEqual([text]))
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const alert of screen.queryAllByRole('alert')) expect(alert).toBeEmptyDOMElement()
}
