// A join whose stores a real visit has written: the partner's entry, then page after page.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { readJoin } from '../../../src/stores/join.ts'
import { saveSignUp } from '../../../src/stores/signUp.ts'
import { joinPayload } from '../../../src/rules/join/signUpPayload.ts'
import { newEmail, newNickname } from '../../backend/joiner.ts'
import {
  atScreen,
  enterCode,
  joinToPrivacy,
  openScreen,
  passPerson,
  finishPrivacy,
  proveEmail,
} from '../../support/joining.ts'
import { goTo, renderAt } from '../../support/render.tsx'
import { calls, give, refuse, server } from '../../support/server.ts'
import { beginVisit, memberLike } from '../../support/visit.ts'

const here = () => window.location.pathname + window.location.search
const email = () => screen.getByLabelText('Email (your ID)')
const setPassword = async (user: Awaited<ReturnType<typeof joinToPrivacy>>['user'], password: string) => {
  for (const label of ['Password', 'Repeat the password']) {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), password)
  }
  await user.click(screen.getByRole('button', { name: 'Next' }))
}

describe('a 403', () => {
  test('with VISIT_OVER ends the visit, no page of it offers a form any more, and the next visit begins with its id', async () => {
    server.use(refuse('auth', '/v1/challenge/join/:id', { status: 403, code: 'VISIT_OVER' }))
    const { user, view } = await joinToPrivacy()
    await user.type(email(), 'over@mail.test')
    await user.tab()
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=ended'))
    expect(await screen.findByRole('heading', { name: 'You can’t continue on this page' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Sign in again' })).toBeNull()
    expect(readJoin().login_id).toBe('')
    goTo('/login')
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=expired'))
    expect(screen.queryByLabelText('Password')).toBeNull()
    view.unmount()
    await renderAt(`/init/join${await beginVisit({ prompt: 'create' })}&type=general`)
    await waitFor(() => expect(here()).toBe('/join/terms/gen'))
    expect(readJoin().login_id).toBe('over@mail.test')
  })
})

test('another member type clears what belonged to the first one', async () => {
  const query = `${await beginVisit({ prompt: 'create' })}&type=general`
  const { user } = await joinToPrivacy({ type: null, query })
  await user.click(screen.getByRole('button', { name: /Business/ }))
  await atScreen('Verify your email')
  act(() => saveSignUp({ affiliationCode: 'PC003' }))
  act(() => history.back())
  await atScreen('Which best describes you?')
  await user.click(screen.getByRole('button', { name: /Social/ }))
  await atScreen('Verify your email')
  expect(readJoin()).toMatchObject({ memberTypeCode: 'SOCIAL', affiliationCode: '' })
})

// The place of each field is in tests/rules/errors/join.test.ts.
test('a sign-up refused for a field shows the error there, also after the field was left', async () => {
  const { user } = await joinToPrivacy()
  await finishPrivacy({ user })
  server.use(refuse('auth', '/v1/verify/join', { data: { field: 'affiliation_code' } }))
  await user.click(screen.getByRole('button', { name: 'Skip and create account' }))
  await waitFor(() => expect(here()).toBe('/join/privacy/gen'))
  const field = () => screen.getByLabelText('Organisation')
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/couldn’t accept/))
  expect(field()).toBeInvalid()
  await waitFor(() => expect(field()).toHaveFocus())
  await user.tab()
  await user.tab({ shift: true })
  // Leaving a field has its rules asked, after the task of the press. They accept the value.
  await waitFor(() => expect(field()).toHaveFocus())
  await new Promise((resolve) => setTimeout(resolve))
  expect(field()).toBeInvalid()
})

test('a password that the server refuses is set again, and the next press leads back to the last page', async () => {
  const { user } = await joinToPrivacy()
  await finishPrivacy({ user })
  server.use(refuse('auth', '/v1/verify/join', { detail_code: 4514 }))
  await user.click(screen.getByRole('button', { name: 'Skip and create account' }))
  await user.click(await screen.findByRole('button', { name: 'Choose another password' }))
  await waitFor(() => expect(screen.getByLabelText('Password')).toBeInvalid())
  await setPassword(user, 'v9$Lamp!tro2')
  expect(await screen.findByRole('button', { name: 'Skip and create account' })).toBeVisible()
})

test('a password with the name or the phone number is set again before a code is sent, and the rest is kept', async () => {
  const { user } = await joinToPrivacy()
  await proveEmail({ user }, newEmail())
  await screen.findByLabelText('Nickname')
  await user.type(screen.getByLabelText('Nickname'), newNickname())
  // One of the less frequent of the list, which the server has as well.
  await setPassword(user, 'Zoomzoom#7')
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/easy to guess/))
  await setPassword(user, 'Kimhaneul#7')
  await user.type(await screen.findByLabelText('Name'), 'Kim Haneul')
  await user.type(screen.getByLabelText('Date of birth'), '19900131')
  await user.click((await screen.findAllByRole('radio'))[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(await screen.findByRole('button', { name: 'Choose another password' }))
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/contains your name/))
  const phone = '01046205839'
  await setPassword(user, 'a#46205839')
  await user.type(await screen.findByLabelText('Mobile number'), phone)
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.click(await screen.findByRole('button', { name: 'Choose another password' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/contains your mobile number/),
  )
  await setPassword(user, 'v9$Lamp!tro2')
  expect((await screen.findByLabelText<HTMLInputElement>('Mobile number')).value.replace(/\D/g, '')).toBe(phone)
  expect(calls('/authenticator/v1/issue/sms')).toEqual([])
})

describe('a conversion', () => {
  /** Proves the address of a group account in a general join, and carries the account over to the group's privacy page. */
  async function convert() {
    const member = await memberLike('not-converted')
    const rendered = await joinToPrivacy()
    const { user } = rendered
    await user.type(email(), member.login_id)
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await enterCode(rendered, 'emailVeriCode', member.login_id)
    await user.click(await screen.findByRole('button', { name: 'Use this account' }))
    await user.click(await screen.findByRole('checkbox', { name: /Agree to all/ }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(here()).toBe('/join/privacy'))
    await atScreen('Choose a password and a nickname')
    openScreen('email')
    await user.click(await screen.findByRole('button', { name: 'Change: Email (your ID)' }))
    expect(email()).toHaveValue(member.login_id)
    return { ...rendered, member }
  }
  const matcherType = () => joinPayload(readJoin()).matcher_type

  test('stays one while another address is only typed', async () => {
    const { user } = await convert()
    await user.type(email(), 'x{Backspace}')
    expect(matcherType()).toBe('CONVERSION_JOIN')
  })

  test('ends with another address that is proved', async () => {
    const rendered = await convert()
    const other = newEmail('group.test')
    await rendered.user.clear(email())
    await proveEmail(rendered, other)
    await waitFor(() => expect(matcherType()).toBe('JOIN'))
  })

  test('begins with a challenge that says MIGRATION', async () => {
    const challenge = { join_type: 'MIGRATION', belong_sk: true, auth_token: 't' }
    server.use(give('auth', '/v1/challenge/join/:id', challenge))
    const { user } = await joinToPrivacy()
    await user.type(email(), 'someone@mail.test')
    await user.tab()
    await waitFor(() => expect(matcherType()).toBe('CONVERSION_JOIN'))
  })
})

describe('a phone', () => {
  async function atPhone() {
    const rendered = await joinToPrivacy()
    await passPerson(rendered)
    return rendered
  }

  test('of a country that is not offered is reported, and no code can be sent', async () => {
    const { user } = await atPhone()
    await user.click(screen.getByLabelText('Mobile number'))
    await user.paste('+44 7911 123456')
    expect(screen.getByLabelText('Mobile number')).toHaveAccessibleDescription(
      /We can’t send codes to numbers in this country/,
    )
    expect(screen.getByLabelText('Mobile number')).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await waitFor(() => expect(screen.getByLabelText('Mobile number')).toBeInvalid())
    expect(calls('/authenticator/v1/issue/sms')).toEqual([])
    expect(readJoin().mobileNumber).toBe('')
  })
})
