// What a member types into the forms of the app, in English.
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** @param code or what finds it, once the field says that it was sent */
export async function typeCode(user: UserEvent, code: string | (() => Promise<string>)): Promise<void> {
  await waitFor(() => expect(screen.getByLabelText('Verification code')).toBeEnabled())
  await user.type(screen.getByLabelText('Verification code'), typeof code === 'string' ? code : await code())
}

export async function typeSignIn(user: UserEvent, login_id: string, password = 'kT7!mz2R'): Promise<void> {
  await user.type(screen.getByLabelText('Email'), login_id)
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
}

export async function typeNewPassword(user: UserEvent, password: string): Promise<void> {
  for (const label of ['New password', 'Repeat the new password'])
    await user.type(screen.getByLabelText(label), password)
}
