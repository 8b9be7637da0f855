// Spec §4 and §8, SMS verification, as every page has it.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ModalHost } from '../../src/app/ModalHost.tsx'
import { DEFAULT_NATION, type Phone } from '../../src/rules/fields/phone.ts'
import type { Followed } from '../../src/rules/visit/followed.ts'
import { PhoneEntry } from '../../src/verification/PhoneEntry.tsx'
import { SmsForm } from '../../src/verification/SmsForm.tsx'
import { saveSms, useScreen } from '../../src/stores/screen.ts'
import { holdTime } from '../support/clock.ts'
import { deferred } from '../support/deferred.ts'
import { renderPart } from '../support/render.tsx'
import { calls, cut, give, hold, refuse, server } from '../support/server.ts'
import { expectOnlyToast } from '../support/toasts.ts'

const UNHEARD = 'We couldn’t tell whether the code was sent. If you received one, enter it; if not, request a new one.'
const api = (name: string) => `/authenticator/v1/${name}`
const code = () => screen.getByLabelText<HTMLInputElement>('Verification code')
/** Before a code was sent there is no field for one. */
const noCode = () => expect(screen.queryByLabelText('Verification code')).toBeNull()
const button = (name: string) => screen.getByRole('button', { name })
const timer = () => screen.queryByRole('timer')
const said = (text: RegExp | string) => waitFor(() => expect(screen.getByText(text)).toBeVisible())

type Given = {
  token?: string | (() => Promise<string>)
  phone?: Phone
  channel?: 'sms' | 'email'
  renewed?: () => Promise<string | null>
  proved?: boolean
  /** The answers to the call that uses the proof, in order. After them it succeeds. */
  answers?: Followed[]
}

function Form({
  token = 'token-1',
  phone: first = { nation_tel_no: DEFAULT_NATION, phone_number: '01012345678' },
  channel = 'sms',
  renewed,
  proved = false,
  answers = [],
  proofs,
}: Given & { proofs: string[] }) {
  const [phone, setPhone] = useState(first)
  const onVerified = (proof: string) => Promise.resolve(answers[proofs.push(proof) - 1] ?? ('done' as const))
  return (
    <SmsForm
      title="Form"
      lead=""
      channel={channel}
      purpose="join"
      token={token}
      {...(renewed && { renewed })}
      proved={proved}
      target={`+${phone.nation_tel_no} ${phone.phone_number}`}
      body={channel === 'email' ? { email: 'a@b.kr' } : phone}
      targetField={{ name: 'mobileNumber', problem: null, refused: () => {} }}
      onVerified={onVerified}
    >
      <PhoneEntry value={phone} onChange={setPhone} />
    </SmsForm>
  )
}

async function open(given: Given = {}) {
  const proofs: string[] = []
  const rendered = await renderPart(
    <>
      <Form {...given} proofs={proofs} />
      <ModalHost />
    </>,
  )
  return { ...rendered, proofs }
}
const good = (expires_in = 180) =>
  server.use(
    ...['issue/sms', 'reissue/sms', 'refresh/sms'].map((name) => give('service', api(name), { expires_in })),
    give('service', api('verify/sms'), { auth_code: 'proof' }),
  )

async function confirmResend(user: UserEvent): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Request a new code' }))
}

async function send(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Send code' }))
  await waitFor(() => expect(code()).toBeEnabled())
}
async function resend(user: UserEvent) {
  await user.click(button('Request a new code'))
  await confirmResend(user)
}
/** A form whose code was sent and can be entered for so many seconds. */
async function openSent(given: Given = {}, expires_in = 180) {
  good(expires_in)
  const rendered = await open(given)
  await send(rendered.user)
  return rendered
}
/** The sixth digit submits. */
const verify = (user: UserEvent, digits = '123456') => user.type(code(), digits)
/** The refused code is selected a frame after its error, so that the next key replaces it. */
async function refused(): Promise<void> {
  await said('The code is not correct. Please check it.')
  await waitFor(() => expect([code().selectionStart, code().selectionEnd]).toEqual([0, 6]))
}
const SIX = 'Enter 6 digits. We check the code as soon as you do.'

const nextFrame = () => act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())))

test('a code that is verified too often waits: the button counts, and verifies again after that', async () => {
  const { pass } = holdTime()
  good()
  server.use(refuse('service', api('verify/sms'), { status: 429, headers: { 'retry-after': '40' } }))
  const { user, proofs } = await open()
  await send(user)
  await verify(user)
  await said('Too many attempts. Please try again in 40 seconds.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Verify (40)')).toHaveAttribute('aria-disabled', 'true')
  expect(button('Request a new code')).not.toHaveAttribute('aria-disabled')
  await user.click(button('Verify (40)'))
  expect(calls(api('verify/sms'))).toHaveLength(1)
  pass(40_000)
  good()
  await user.click(await screen.findByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(proofs).toEqual(['proof']))
})

describe('a code that the browser reads from an SMS', () => {
  /** A browser with WebOTP, to which this SMS has come. @returns how often the page asked for it */
  function browserReads(code: string) {
    const { promise, resolve } = deferred()
    const get = vi.fn<() => Promise<unknown>>(() => promise.then(() => ({ code })))
    vi.stubGlobal('OTPCredential', function OTPCredential() {})
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'))
    return { get, arrive: () => act(async () => resolve()) }
  }

  test('fills the field of an SMS code', async () => {
    good()
    const { get, arrive } = browserReads('654321')
    const { user } = await open()
    await send(user)
    await arrive()
    await waitFor(async () => expect(await calls(api('verify/sms'))[0]?.body()).toEqual({ verify_code: '654321' }))
    expect(get).toHaveBeenCalledOnce()
  })

  test('never comes into the field of an e-mail code', async () => {
    server.use(give('service', api('issue/email'), { expires_in: 180 }))
    const { get } = browserReads('654321')
    const { user } = await open({ channel: 'email' })
    await send(user)
    await user.type(code(), '12')
    expect(get).not.toHaveBeenCalled()
    expect(code()).toHaveValue('12')
  })
})

describe('send', () => {
  test('a send enables and focuses the code, starts the countdown, and the button becomes resend', async () => {
    good()
    const { user } = await open()
    noCode()
    expect(timer()).toBeNull()
    await send(user)
    await waitFor(() => expect(code()).toHaveFocus())
    expect(timer()).toHaveTextContent(/^0[23]:\d\d$/)
    expect(button('Request a new code')).toBeVisible()
    const [call] = calls(api('issue/sms'))
    expect(await call?.body()).toEqual({ phone_number: '01012345678', nation_tel_no: '82' })
    expect(call?.headers.get('x-authenticator')).toBe('Token token-1')
  })

  test('twice pressed is sent once', async () => {
    const { handler, release } = hold('service', api('issue/sms'), { expires_in: 180 })
    server.use(handler)
    const { user } = await open()
    await user.dblClick(button('Send code'))
    await user.click(button('Send code'))
    release()
    await waitFor(() => expect(code()).toBeEnabled())
    expect(calls(api('issue/sms'))).toHaveLength(1)
  })

  // What each refusal says is in tests/rules/errors/sms.test.ts.
  test('400 goes to the shared handler', async () => {
    server.use(refuse('service', api('issue/sms'), { detail_code: 4546 }))
    const { user } = await open()
    await user.click(button('Send code'))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Too many wrong codes.')
    await user.click(button('OK'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    noCode()
    await waitFor(() => expect(button('Send code')).not.toHaveAttribute('aria-disabled'))
  })

  test('a send without an answer leaves a code that has come typeable, and the next is asked for like the first', async () => {
    good()
    server.use(cut('service', api('issue/sms')))
    const { user, proofs } = await open()
    await user.click(button('Send code'))
    await waitFor(() => expect(code()).toBeEnabled())
    expect(screen.getByText(UNHEARD).closest('[role=status]')).toBeVisible()
    expect(code(), 'said once').toHaveAccessibleDescription(SIX)
    expect(useScreen.getState().toasts, 'said once').toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(timer()).toBeNull()
    await waitFor(() => expect(button('Send code')).not.toHaveAttribute('aria-disabled'))
    await verify(user)
    await waitFor(() => expect(proofs).toEqual(['proof']))
  })

  test('more time and a check without an answer show one toast, and the code stays', async () => {
    const { user } = await openSent()
    for (const [call, press] of [
      ['refresh/sms', () => user.click(button('Extend time'))],
      ['verify/sms', () => verify(user)],
    ] as const) {
      server.use(cut('service', api(call)))
      await press()
      await expectOnlyToast('errors.noConnection')
      good()
      expect(code()).toBeEnabled()
    }
    await user.click(button('Verify'))
    await said('Verified.')
    expect(useScreen.getState().toasts).toEqual([])
  })

  test('no answer and no code: the server says that there is no code, and the form sends one', async () => {
    good()
    server.use(cut('service', api('issue/sms')), refuse('service', api('verify/sms'), { detail_code: 4051 }))
    const { user } = await open()
    await user.click(button('Send code'))
    await waitFor(() => expect(code()).toBeEnabled())
    await verify(user)
    await said('The code has expired. Please request a new one.')
    noCode()
    good()
    await send(user)
    expect(calls(api('reissue/sms'))).toEqual([])
  })

  test('a resend without an answer: either code may be typed, however long it takes', async () => {
    const { pass } = holdTime()
    const { user } = await openSent({}, 60)
    server.use(cut('service', api('reissue/sms')))
    await resend(user)
    await said(UNHEARD)
    // The pressed button is gone.
    await waitFor(() => expect(code()).toHaveFocus())
    pass(61_000)
    await nextFrame()
    expect(code()).toBeEnabled()
  })

  test.each<[string, string, string | (() => Promise<string>)]>([
    ['as it is', '/join', ''],
    ['when it is asked for', '/login', () => Promise.resolve('')],
  ])('a missing auth_token gives a notice and an error event, and no request (%s)', async (_, at, token) => {
    history.replaceState(null, '', at)
    const { user } = await open({ token })
    await user.click(button('Send code'))
    expect(await screen.findByRole('dialog')).toHaveTextContent('The verification details are missing.')
    await user.click(button('OK'))
    await waitFor(async () => {
      const events = await Promise.all(calls('/v1/client-errors').map((call) => call.body()))
      expect(events).toContainEqual(expect.objectContaining({ message: 'auth_token missing' }))
    })
    expect(calls(api('issue/sms'))).toEqual([])
    await waitFor(() => expect(button('Send code')).not.toHaveAttribute('aria-disabled'))
  })
})

describe('resend', () => {
  test('asks for confirmation first', async () => {
    const { user } = await openSent()
    await user.type(code(), '123')
    await user.click(button('Request a new code'))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls(api('reissue/sms'))).toEqual([])
    expect(code()).toHaveValue('123')
    await resend(user)
    await waitFor(() => expect(calls(api('reissue/sms'))).toHaveLength(1))
    await waitFor(() => expect(code()).toHaveValue(''))
    expect(calls(api('issue/sms'))).toHaveLength(1)
  })

  test.each([
    ['another code', 'reissue/sms', resend],
    ['more time', 'refresh/sms', (user: UserEvent) => user.click(button('Extend time'))],
  ])('%s that the server does not give: “service unavailable”', async (_, call, press) => {
    const { user } = await openSent()
    server.use(refuse('service', api(call), { detail_code: 4519 }))
    await press(user)
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('The service is not available right now.'))
    await user.click(button('OK'))
  })
})

describe('too soon', () => {
  test.each(['issue/sms', 'reissue/sms'])('%s: the button counts the seconds, then sends again', async (path) => {
    const { pass } = holdTime()
    const tooSoon = refuse('service', api(path), { status: 429, headers: { 'retry-after': '40' } })
    good()
    server.use(tooSoon)
    const { user } = await open()
    const press = async (name: string) => {
      await user.click(button(name))
      if (name !== 'Send code') await confirmResend(user)
    }
    if (path === 'reissue/sms') await send(user)
    const name = path === 'reissue/sms' ? 'Request a new code' : 'Send code'
    await press(name)
    await said('You can request a code in 40 seconds.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button(`${name} (40)`)).toHaveAttribute('aria-disabled', 'true')
    pass(30_000)
    const counted = await screen.findByRole('button', { name: new RegExp(`^${name} \\((10|\\d)\\)$`) })
    await said(/^You can request a code in (10|\d) seconds\.$/)
    await user.click(counted)
    expect(calls(api(path))).toHaveLength(1)
    pass(10_000)
    await waitFor(() => expect(button(name)).not.toHaveAttribute('aria-disabled'))
    expect(screen.queryByText(/^You can request a code in/)).toBeNull()
    good()
    await press(name)
    await waitFor(() => expect(calls(api(path))).toHaveLength(2))
  })

  test('another number does not wait', async () => {
    server.use(refuse('service', api('issue/sms'), { status: 429, headers: { 'retry-after': '40' } }))
    const { user } = await open()
    await user.click(button('Send code'))
    await said('You can request a code in 40 seconds.')
    await user.type(screen.getByLabelText('Mobile number'), '{Backspace}')
    expect(button('Send code')).not.toHaveAttribute('aria-disabled')
    expect(screen.queryByText(/^You can request a code in/)).toBeNull()
  })
})

describe('a token that has ended', () => {
  const ended = (path: string) => refuse('service', api(path), { status: 401 })

  test.each([
    ['issue/sms', async (user: UserEvent) => user.click(button('Send code'))],
    ['verify/sms', async (user: UserEvent) => (await send(user), verify(user))],
    ['refresh/sms', async (user: UserEvent) => (await send(user), user.click(button('Extend time')))],
  ])('%s: the form gets another, says so, and a code can be asked for', async (path, press) => {
    good()
    server.use(ended(path))
    let renewals = 0
    const { user } = await open({ renewed: () => Promise.resolve(`token-${++renewals}`) })
    await press(user)
    await said('Time ran out, so the earlier code no longer works. Please request a new one.')
    expect(renewals).toBe(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    noCode()
    good()
    await send(user)
    expect(screen.queryByText(/^Time ran out/)).toBeNull()
  })

  test('no other token comes: a message has said why', async () => {
    server.use(ended('issue/sms'))
    const { user } = await open({ renewed: () => Promise.resolve(null) })
    await user.click(button('Send code'))
    await waitFor(() => expect(button('Send code')).not.toHaveAttribute('aria-disabled'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(/^Time ran out/)).toBeNull()
  })
})

test('a phone that was proved in this visit counts as proved until it changes', async () => {
  good()
  const { user } = await open({ proved: true })
  expect(screen.getByText('Verified.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull()
  await user.type(screen.getByLabelText('Mobile number'), '{Backspace}9')
  await send(user)
})

describe('the timer', () => {
  test('clicking it refreshes the code', async () => {
    const { pass } = holdTime()
    const { user } = await openSent({}, 100)
    pass(60_000)
    await waitFor(() => expect(timer()).toHaveTextContent(/^00:[34]\d$/))
    await user.type(code(), '123')
    await user.click(screen.getByText(/^00:[34]\d$/, { selector: '[aria-hidden]' }))
    await waitFor(() => expect(timer()).toHaveTextContent(/^01:\d\d$/))
    expect(calls(api('refresh/sms'))).toHaveLength(1)
    expect(calls(api('reissue/sms'))).toEqual([])
    expect(code(), 'what is typed goes on where it stopped').toHaveValue('123')
    await waitFor(() => expect(code()).toHaveFocus())
    await user.keyboard('456')
    await waitFor(async () => expect(await calls(api('verify/sms'))[0]?.body()).toEqual({ verify_code: '123456' }))
  })

  test('disables the input at its end, and shows that the code has expired', async () => {
    const { pass } = holdTime()
    const { user } = await openSent({}, 60)
    await user.type(code(), '123')
    pass(61_000)
    await said('The code has expired. Please request a new one.')
    expect(code()).toBeDisabled()
    expect(code()).toHaveValue('')
    expect(timer()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
    // No question: there is no earlier code that could stop working.
    await user.click(button('Request a new code'))
    await waitFor(() => expect(code()).toBeEnabled())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('of an e-mail code is extended where the server offers it, and a reload knows that', async () => {
    server.use(
      give('service', api('issue/email'), { expires_in: 600, extendable: true }),
      give('service', api('refresh/email'), { expires_in: 600, extendable: true }),
    )
    const { user, view } = await open({ channel: 'email' })
    await send(user)
    expect(await calls(api('issue/email'))[0]?.body()).toEqual({ email: 'a@b.kr' })
    await user.click(button('Extend time'))
    await waitFor(() => expect(calls(api('refresh/email'))).toHaveLength(1))
    view.unmount()
    await open({ channel: 'email' })
    expect(button('Extend time')).toBeVisible()
  })

  test('of an e-mail code of any other server is not extended', async () => {
    server.use(give('service', api('issue/email'), { expires_in: 180 }))
    const { user } = await open({ channel: 'email' })
    await send(user)
    expect(timer()).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Extend time' })).toBeNull()
  })
})

describe('verify', () => {
  test('needs 6 digits', async () => {
    const { user } = await openSent()
    await verify(user, '12345')
    await user.click(button('Verify'))
    expect(calls(api('verify/sms'))).toEqual([])
    expect(button('Verify')).toHaveAttribute('aria-disabled', 'true')
    expect(code()).toHaveAccessibleDescription(SIX)
    const { handler } = hold('service', api('verify/sms'), { auth_code: 'proof' })
    server.use(handler)
    await user.type(code(), '6')
    expect(code(), 'said until complete').not.toHaveAccessibleDescription()
  })

  test('success takes resend away, shows a success message and hides the verify button', async () => {
    const { user, proofs } = await openSent()
    await verify(user)
    await said('Verified.')
    expect(await calls(api('verify/sms'))[0]?.body()).toEqual({ verify_code: '123456' })
    expect(proofs).toEqual(['proof'])
    for (const name of ['Verify', 'Send code', 'Request a new code'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    noCode()
    expect(timer()).toBeNull()
  })

  test('Enter in the code verifies, but not the Enter that ends a composition', async () => {
    const { user, proofs } = await openSent()
    server.use(refuse('service', api('verify/sms'), { detail_code: 4518 }))
    await verify(user)
    await refused()
    good()
    fireEvent.keyDown(code(), { key: 'Enter', isComposing: true })
    expect(calls(api('verify/sms'))).toHaveLength(1)
    await user.type(code(), '{Enter}')
    await waitFor(() => expect(proofs).toEqual(['proof']))
  })

  test('4546 with a wait says until when no code is sent, and so does a code that is asked for', async () => {
    holdTime(new Date(2026, 10, 30, 14, 0))
    good()
    const wait = { headers: { 'retry-after': '3500' } }
    server.use(refuse('service', api('verify/sms'), { detail_code: 4546, ...wait }))
    const { user, view } = await open()
    await send(user)
    await verify(user)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }))
    const until = 'Too many wrong codes. You can request a new one from 14:59.'
    await said(until)
    expect(screen.queryByText(/Please request a new one/)).toBeNull()
    expect(button('Request a new code (15:00)')).toHaveAttribute('aria-disabled', 'true')
    view.unmount()
    server.use(refuse('service', api('issue/sms'), { status: 429, detail_code: 4546, ...wait }))
    const other = await open({ phone: { nation_tel_no: DEFAULT_NATION, phone_number: '01012345679' } })
    await other.user.click(button('Send code'))
    await said(until)
  })

  test('a right code that expires while the server checks it counts', async () => {
    const { pass } = holdTime()
    good(8)
    const { handler, release } = hold('service', api('verify/sms'), { auth_code: 'proof' })
    server.use(handler)
    const { user, proofs } = await open()
    await send(user)
    await verify(user)
    pass(9000)
    await said('The code has expired. Please request a new one.')
    release()
    await waitFor(() => expect(proofs).toEqual(['proof']))
    await said('Verified.')
  })

  test.each([
    ['a whole message', '[Daemun] 123-456 is your code.\n@localhost #123456', '123456'],
    ['10 000 digits', '7'.repeat(10_000), '777777'],
    ['words', 'no code here', ''],
  ])('a paste of %s', async (_, text, digits) => {
    good()
    server.use(hold('service', api('verify/sms'), { auth_code: 'proof' }).handler)
    const { user } = await open()
    await send(user)
    await user.click(code())
    await user.paste(text)
    expect(code()).toHaveValue(digits)
    const sent = digits === '' ? [] : [{ verify_code: digits }]
    await waitFor(async () =>
      expect(await Promise.all(calls(api('verify/sms')).map((call) => call.body()))).toEqual(sent),
    )
  })
})

describe('the sixth digit', () => {
  const sent = () => Promise.all(calls(api('verify/sms')).map((call) => call.body()))
  const wrong = () => server.use(refuse('service', api('verify/sms'), { detail_code: 4518 }))

  test('submits each code once: a refused code is submitted again only by the button', async () => {
    const { user, proofs } = await openSent()
    wrong()
    await verify(user, '111111')
    await refused()
    expect(code()).toHaveFocus()
    await user.keyboard('{Backspace}')
    await user.clear(code())
    await verify(user, '111111')
    await user.keyboard('7{Backspace}1')
    expect(await sent()).toEqual([{ verify_code: '111111' }])
    await user.click(button('Verify'))
    await waitFor(async () => expect(await sent()).toHaveLength(2))
    await refused()
    good()
    await user.clear(code())
    await verify(user, '222222')
    await waitFor(() => expect(proofs).toEqual(['proof']))
    expect((await sent()).at(-1)).toEqual({ verify_code: '222222' })
  })

  test('of a new code counts anew', async () => {
    const { user, proofs } = await openSent()
    wrong()
    await verify(user)
    await refused()
    await resend(user)
    await waitFor(() => expect(code()).toHaveValue(''))
    good()
    await verify(user)
    await waitFor(() => expect(proofs).toEqual(['proof']))
  })

  test('waits for the end of a composition', async () => {
    const { proofs } = await openSent()
    fireEvent.compositionStart(code())
    fireEvent.input(code(), { target: { value: '１２３４５６' }, isComposing: true })
    await nextFrame()
    expect(await sent()).toEqual([])
    fireEvent.compositionEnd(code())
    await waitFor(() => expect(proofs).toEqual(['proof']))
    expect(await sent()).toEqual([{ verify_code: '123456' }])
  })
})

describe('what the proof was for', () => {
  test('has no answer: the button asks again, with the same proof, until there is one', async () => {
    const { user, proofs } = await openSent({ answers: ['undecided', 'undecided'] })
    await verify(user)
    // The button is there, and does nothing, while the answer is still on its way.
    const pressContinue = async () => {
      await waitFor(() => expect(button('Continue')).not.toHaveAttribute('aria-disabled'))
      await user.click(button('Continue'))
    }
    await pressContinue()
    await waitFor(() => expect(proofs).toHaveLength(2))
    await pressContinue()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull())
    expect(proofs).toEqual(['proof', 'proof', 'proof'])
    expect(calls(api('verify/sms'))).toHaveLength(1)
  })

  test('was refused: the verification begins anew', async () => {
    const { user } = await openSent({ answers: ['refused'] })
    await verify(user)
    await send(user)
    expect(calls(api('issue/sms'))).toHaveLength(2)
  })

  test('does not count once the phone has changed', async () => {
    const { user } = await openSent({ answers: ['undecided'] })
    await verify(user)
    await screen.findByRole('button', { name: 'Continue' })
    await user.type(screen.getByLabelText('Mobile number'), '{Backspace}')
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  })
})

describe('the phone', () => {
  test.each([
    ['a country', '+82 10 1234 5678', '010-1234-5678'],
    ['10 000 letters', 'x'.repeat(10_000), ''],
  ])('takes a paste with %s', async (_, text, shown) => {
    const { user } = await open({ phone: { nation_tel_no: '82', phone_number: '' } })
    await user.click(screen.getByLabelText('Mobile number'))
    await user.paste(text)
    expect(screen.getByLabelText('Mobile number')).toHaveValue(shown)
  })

  test.each(['number', 'country'])('changing the %s resets everything to the send state', async (what) => {
    const { user } = await openSent()
    await user.type(code(), '123456')
    if (what === 'number') await user.type(screen.getByLabelText('Mobile number'), '{Backspace}')
    else await user.selectOptions(screen.getByLabelText('Country code'), '1')
    noCode()
    expect(timer()).toBeNull()
    expect(button('Send code')).toBeVisible()
  })

  test('changed during a send: the answer of the old send is dropped', async () => {
    const { handler, release } = hold('service', api('issue/sms'), { expires_in: 180 })
    server.use(handler)
    const { user } = await open()
    await user.click(button('Send code'))
    await user.type(screen.getByLabelText('Mobile number'), '{Backspace}')
    release()
    await nextFrame()
    noCode()
    expect(button('Send code')).not.toHaveAttribute('aria-disabled')
  })

  test('changed during a verification: its proof is dropped', async () => {
    good()
    const { handler, release } = hold('service', api('verify/sms'), { auth_code: 'proof' })
    server.use(handler)
    const { user, proofs } = await open()
    await send(user)
    await verify(user)
    await user.type(screen.getByLabelText('Mobile number'), '{Backspace}')
    release()
    await nextFrame()
    expect(proofs).toEqual([])
    expect(button('Send code')).toBeVisible()
  })

  test('the countries of the service are offered, in the language of the page', async () => {
    await open()
    await waitFor(() => expect(screen.getByLabelText('Country code')).toHaveTextContent('+256'))
    const offered = screen.getAllByRole('option').map((option) => option.getAttribute('value'))
    expect(new Set(offered)).toEqual(new Set(['82', '1', '86', '81', '256']))
  })

  test('the five countries of the spec where the service has no list', async () => {
    server.use(refuse('service', '/public/member/v1/codegroups/NATIONAL_TEL_GRP/codes', { status: 503 }))
    await open()
    await waitFor(() => expect(calls('/public/member/v1/codegroups/NATIONAL_TEL_GRP/codes')).toHaveLength(1))
    const offered = () => screen.getAllByRole('option').map((option) => option.textContent)
    await waitFor(() =>
      expect(offered()).toEqual(['+82 South Korea', '+1 US', '+86 China', '+81 Japan', '+256 Uganda']),
    )
    expect(useScreen.getState().toasts).toEqual([])
  })
})

describe('a reload', () => {
  test('finds the code that was sent, with the time that is left, and sends nothing', async () => {
    // A page that renders slowly takes nothing from the time that is left.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    saveSms('join', {
      at: 'issued',
      until: performance.timeOrigin + performance.now() + 90_000,
      sentTo: '+82 01012345678',
    })
    await open()
    expect(code()).toBeEnabled()
    expect(screen.getByText(/^We sent a code to/)).toBeVisible()
    expect(timer()).toHaveTextContent(/^01:(2\d|30)$/)
    expect(calls(api('issue/sms'))).toEqual([])
  })

  test('finds that the answer about a sent code was lost', async () => {
    good()
    server.use(cut('service', api('issue/sms')))
    const { user, view } = await open()
    await user.click(button('Send code'))
    await waitFor(() => expect(code()).toBeEnabled())
    view.unmount()
    await open()
    expect(code()).toBeEnabled()
    await said(UNHEARD)
  })

  // Each record that is of no use: tests/rules/codes/sms.test.ts.
  test('that finds a code of another number begins with the send', async () => {
    const stored = { at: 'unheard', until: 0, sentTo: '+82 01099998888' }
    saveSms('join', stored)
    await open()
    expect(button('Send code')).toBeVisible()
    noCode()
  })

  test('never finds a code, a token or a proof', async () => {
    good()
    const { handler, release } = hold('service', api('verify/sms'), { auth_code: 'proof' })
    server.use(handler)
    const { user } = await open()
    await send(user)
    await user.type(code(), '987650')
    expect(JSON.stringify(useScreen.getState().sms)).not.toMatch(/987650|token-1|proof/)
    release()
    await said('Verified.')
    await waitFor(() => expect(useScreen.getState().sms).toEqual({}))
  })
})

describe('the text about a code', () => {
  const TO = '+82 01012345678'
  /** What the visible live regions say, in which the node of a text tells whether it is said again. */
  const news = () => {
    const regions = screen.getAllByRole('status').filter((one) => !one.closest('.hidden') && one.textContent !== '')
    return { text: regions.map((one) => one.textContent).join(' | '), nodes: regions.map((one) => one.firstChild) }
  }
  const goodByEmail = () =>
    server.use(...['issue/email', 'reissue/email'].map((name) => give('service', api(name), { expires_in: 600 })))

  test('says where it went and what to do, once, and is quiet after the proof', async () => {
    good()
    const { user } = await open()
    expect(news().text).toBe('')
    await send(user)
    const sent = `We sent a code to ${TO} by text message. Enter it when it arrives. This may take a moment. The code is valid for 3 minutes.`
    expect(news().text).toBe(sent)
    expect(code()).toHaveAccessibleDescription(SIX)
    expect(document.body.textContent.split('We sent a code')).toHaveLength(2)
    server.use(refuse('service', api('verify/sms'), { detail_code: 4518 }))
    const { nodes } = news()
    await verify(user, '111111')
    await refused()
    expect(news()).toEqual({ text: sent, nodes })
    good()
    await user.clear(code())
    await verify(user)
    await said('Verified.')
    expect(news().text).toBe('Verified.')
  })

  test('says that another one was sent and counts alone, each time, and the focus is in the field', async () => {
    const { user } = await openSent()
    const again = `We sent a new code to ${TO} by text message. Only the latest code works. The code is valid for 3 minutes.`
    const help = 'No message yet? Please check your spam folder and blocked numbers, and roaming if you are abroad.'
    await resend(user)
    await waitFor(() => expect(news().text).toBe(`${again} | ${help}`))
    await waitFor(() => expect(code()).toHaveFocus())
    const { nodes } = news()
    await resend(user)
    await waitFor(() => expect(news().nodes[0]).not.toBe(nodes[0]))
    expect(news().text).toBe(`${again} | ${help}`)
    await waitFor(() => expect(code()).toHaveFocus())
    await user.type(screen.getByLabelText('Mobile number'), '{Backspace}')
    expect(news().text).toBe('')
  })

  test('names the spam folder for an e-mail, and explains a late one without naming it again', async () => {
    goodByEmail()
    const { user } = await open({ channel: 'email' })
    await send(user)
    expect(news().text).toMatch(
      /^We sent a code to .* please check your spam folder\. The code is valid for 10 minutes\.$/,
    )
    await resend(user)
    await waitFor(() =>
      expect(news().text).toMatch(/^We sent a new code to .* by email\. Only the latest code works\./),
    )
    await said(/^Still no email\?/)
    expect(news().text.split('spam')).toHaveLength(2)
  })

  test('no longer says how long a code is valid when it was extended', async () => {
    const { user } = await openSent()
    const { nodes } = news()
    await user.click(button('Extend time'))
    await said('Time left to enter the code: 3 minutes.')
    expect(news().text).toBe(
      `We sent a code to ${TO} by text message. Enter it when it arrives. This may take a moment.`,
    )
    expect(news().nodes, 'not said again').toEqual(nodes)
  })

  test.each([
    ['expired', { at: 'issued', until: 1000, sentTo: TO }, 'The code has expired. Please request a new one.'],
    [
      'been refused too often',
      { at: 'blocked', until: 0, sentTo: TO },
      'Too many wrong codes. Please request a new one.',
    ],
  ])(
    'gives way after a reload to what is said of one that has %s, and counts another one as new',
    async (_, stored, text) => {
      good()
      saveSms('join', stored)
      const { user } = await open()
      await said(text)
      expect(code()).toBeDisabled()
      expect(news().text).toBe('')
      await user.click(button('Request a new code'))
      await waitFor(() => expect(news().text).toMatch(/^We sent a new code to/))
      await waitFor(() => expect(code()).toHaveFocus())
    },
  )

  test('says of a code after a lost answer that the latest counts', async () => {
    good()
    server.use(cut('service', api('issue/sms')))
    const { user } = await open()
    await user.click(button('Send code'))
    await said(UNHEARD)
    expect(news().text).toBe(UNHEARD)
    good()
    await waitFor(() => expect(button('Send code')).not.toHaveAttribute('aria-disabled'))
    await user.click(button('Send code'))
    await waitFor(() => expect(news().text).toMatch(/^We sent a new code to/))
  })
})

describe('a reader', () => {
  test('is told that another number needs another code', async () => {
    const { user } = await openSent()
    await user.type(screen.getByLabelText('Mobile number'), '{Backspace}9')
    const changed = 'The number has changed. Please request a new code.'
    expect(document.getElementById('mobileVeriCode-note')).toHaveTextContent(changed)
    await send(user)
    expect(code()).not.toHaveAccessibleDescription(/has changed/)
  })

  test('learns that the time is up, and gets the focus on the way on', async () => {
    const { pass } = holdTime()
    await openSent({}, 20)
    await waitFor(() => expect(code()).toHaveFocus())
    pass(30_000)
    await waitFor(() => expect(button('Request a new code')).toHaveFocus())
    expect(button('Request a new code')).toHaveAccessibleDescription('The code has expired. Please request a new one.')
    expect(button('Request a new code'), 'the main button').toHaveAttribute('type', 'submit')
  })

  test('finds the way on behind the notice of too many attempts', async () => {
    const { user } = await openSent()
    server.use(refuse('service', api('verify/sms'), { detail_code: 4546 }))
    await user.type(code(), '123456{Enter}')
    await user.click(await screen.findByRole('button', { name: 'OK' }))
    await waitFor(() => expect(button('Request a new code')).toHaveFocus())
    expect(code()).toBeDisabled()
    expect(timer()).toBeNull()
    expect(button('Request a new code'), 'the main button').toHaveAttribute('type', 'submit')
  })

  test('learns why a button is disabled', async () => {
    good()
    const { user } = await open()
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
    expect(button('Send code')).not.toHaveAccessibleDescription()
    await send(user)
    expect(button('Verify')).toHaveAccessibleDescription(SIX)
    server.use(hold('service', api('verify/sms'), { auth_code: 'proof' }).handler)
    await user.type(code(), '123456')
    expect(button('Verify')).not.toHaveAccessibleDescription()
  })
})
