// A join that a real visit has begun: the partner's entry, a member type, the terms, and the privacy page of the general join.
import { screen, waitFor } from '@testing-library/react'
import { renderAt } from './render'
import { codeSentTo, beginVisit } from './visit'

type Rendered = Awaited<ReturnType<typeof renderAt>>
type Begun = { type?: RegExp; query?: string; given?: Parameters<typeof renderAt>[1] }

/** Opens the privacy page of a general join. `type` is the name of the member type's card. */
export async function joinToPrivacy({ type = /Social/, query, given }: Begun = {}): Promise<Rendered> {
  const rendered = await renderAt(`/init/join${query ?? (await beginVisit({ prompt: 'create' }))}`, given)
  const { user } = rendered
  await user.click(await screen.findByRole('radio', { name: type }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(await screen.findByRole('checkbox', { name: /Agree to all/ }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByRole('heading', { level: 1, name: 'Tell us about you' })
  return rendered
}

/** Proves the login id by the code that the backend has sent to it. */
export async function proveEmail({ user }: Pick<Rendered, 'user'>, login_id: string): Promise<void> {
  const field = screen.getByLabelText('Email (your ID)')
  await user.clear(field)
  await user.type(field, login_id)
  const [send] = screen.getAllByRole('button', { name: 'Send code' })
  if (send) await user.click(send)
  await enterCode({ user }, 'emailVeriCode', login_id)
}

/** Proves the phone; `phone` in digits, as typed in Korea. */
export async function provePhone({ user }: Pick<Rendered, 'user'>, phone: string): Promise<void> {
  await user.type(screen.getByLabelText('Mobile number'), phone)
  const send = screen.getAllByRole('button', { name: 'Send code' }).at(-1)
  if (send) await user.click(send)
  await enterCode({ user }, 'mobileVeriCode', phone)
}

async function enterCode({ user }: Pick<Rendered, 'user'>, name: string, to: string): Promise<void> {
  const field = () => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const input = await waitFor(() => {
    const found = field()
    if (!found || found.disabled) throw new Error(`no code can be typed into ${name}`)
    return found
  })
  await user.type(input, `${await codeSentTo(to)}{Enter}`)
  await waitFor(() => {
    if (field()) throw new Error(`${name} is not verified`)
  })
}
