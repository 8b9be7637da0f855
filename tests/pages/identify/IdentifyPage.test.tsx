import { screen, waitFor } from '@testing-library/react'
import { describe, expect, inject, test } from 'vitest'
import { saveIdentify, useIdentify } from '../../../src/stores/identify.ts'
import { saveLogin } from '../../../src/stores/login.ts'
import { useScreen } from '../../../src/stores/screen.ts'
import { visitName } from '../../support/builders.ts'
import { goTo, renderAt } from '../../support/render.tsx'
import { calls, give, lose, refuse, server } from '../../support/server.ts'
import { expectOnlyToast } from '../../support/toasts.ts'
import { beginVisit, codeSentTo, follow, memberLike } from '../../support/visit.ts'
import { typeCode, typeNewPassword } from '../../support/typing.ts'

const here = () => window.location.pathname
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (name: string) => screen.findByRole('button', { name })

const found = [
  { login_id: 'first@demo.test', joined_at: '2019-03-04T05:06:07Z' },
  { login_id: 'second@demo.test', joined_at: '2024-03-04T05:06:07Z' },
]
const sends = () => [
  give('auth', '/v1/init/search/ids', { auth_token: 'token-for-a-search-of-ids' }),
  give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }),
  give('service', '/authenticator/v1/verify/sms', { auth_code: 'the-proof' }),
]

test('/identify leads to the first of two tabs; arrows go from one to the other, and Back leads out', async () => {
  const { user } = await renderAt('/identify', { welcomed: true })
  await heading('Find my ID')
  expect(here()).toBe('/identify/myid')
  const tab = screen.getByRole('tab', { name: 'Find my ID' })
  expect(tab).toHaveAttribute('aria-selected', 'true')
  tab.focus()
  await user.keyboard('{ArrowRight}')
  await heading('Reset password')
  expect(here()).toBe('/identify/password')
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Reset password' })).toHaveFocus())
  await user.keyboard('{Home}')
  await heading('Find my ID')
  expect(screen.getByRole('tabpanel')).toHaveAccessibleName('Find my ID')
})

const WRONG_PHONES = [
  ['010123456', 'Enter a mobile number of 10 to 14 digits.'],
  ['0311234567', 'Landline and 070 numbers can’t receive texts. Enter a mobile number, such as 010-1234-5678.'],
] as const

describe('find my ID', () => {
  async function verify(name = '김하늘') {
    const { user } = await renderAt('/identify/myid', { welcomed: true })
    await user.type(await screen.findByLabelText('Name'), name)
    await user.type(await screen.findByLabelText('Mobile number'), '01012345678')
    await user.click(await press('Send code'))
    await typeCode(user, '123456')
    return user
  }

  /** The search that follows the code fails, so that the form stays. */
  const unanswered = refuse('auth', '/v1/search/ids', { status: 500 })

  test('a token is asked for with the first code, and the proof goes with the name at once', async () => {
    server.use(...sends(), give('auth', '/v1/search/ids', { users: found }))
    await verify(' \u200e김하늘 ')
    await heading('ID search results')
    expect(await calls('/v1/search/ids')[0]?.body()).toEqual({
      ...visitName,
      name: '김하늘',
      credential: { auth_code: 'the-proof', amr: 'SMS' },
    })
    const [issued] = calls('/authenticator/v1/issue/sms')
    expect(issued?.headers.get('x-authenticator')).toBe('Token token-for-a-search-of-ids')
    expect(await issued?.body()).toEqual({ phone_number: '01012345678', nation_tel_no: '82' })
    expect(calls('/v1/init/search/ids')).toHaveLength(1)
    expect(screen.getByRole('radio', { name: /second@demo\.test.*4\sMar\s2024/ })).toBeChecked()
  })

  test('a number that gets no codes shows an error at its field, until it changes', async () => {
    const [token] = sends()
    const number = { data: { field: 'phone_number' } }
    server.use(token as NonNullable<typeof token>, refuse('service', '/authenticator/v1/issue/sms', number))
    const { user } = await renderAt('/identify/myid', { welcomed: true })
    await user.type(await screen.findByLabelText('Name'), '김하늘')
    const field = screen.getByLabelText('Mobile number')
    await user.type(field, '01012345678')
    await user.click(await press('Send code'))
    await waitFor(() => expect(field).toHaveAccessibleDescription('Check the mobile number for the country you chose.'))
    await waitFor(() => expect(field).toHaveFocus())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.type(field, '{Backspace}9')
    expect(field).not.toHaveAccessibleDescription('Check the mobile number for the country you chose.')
  })

  test.each(WRONG_PHONES)('%s shows an error at its field without a call: %s', async (typed, told) => {
    const { user } = await renderAt('/identify/myid', { welcomed: true })
    await user.type(await screen.findByLabelText('Name'), '김하늘')
    const field = screen.getByLabelText('Mobile number')
    await user.type(field, typed.slice(0, 8))
    expect(await press('Send code')).toHaveAttribute('aria-disabled', 'true')
    await user.type(field, typed.slice(8))
    await user.click(await press('Send code'))
    await waitFor(() => expect(field).toHaveAccessibleDescription(told))
    await waitFor(() => expect(field).toHaveFocus())
    expect(calls('/v1/init/search/ids')).toHaveLength(0)
    expect(calls('/authenticator/v1/issue/sms')).toHaveLength(0)
  })

  test('without a name no code is sent, and name and number show errors at their fields', async () => {
    const { user } = await renderAt('/identify/myid', { welcomed: true })
    await user.type(await screen.findByLabelText('Mobile number'), '010123456')
    await user.click(await press('Send code'))
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter your name.'))
    expect(screen.getByLabelText('Mobile number')).toHaveAccessibleDescription(
      'Enter a mobile number of 10 to 14 digits.',
    )
    expect(calls('/authenticator/v1/issue/sms')).toHaveLength(0)
  })

  test('another phone number needs another proof', async () => {
    server.use(...sends(), unanswered)
    const user = await verify()
    await screen.findByText('Verified.')
    await user.type(screen.getByLabelText('Mobile number'), '9')
    expect(await press('Send code')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Find my ID' })).toBeNull()
  })

  test('a search without a result says so', async () => {
    server.use(...sends(), refuse('auth', '/v1/search/ids', { detail_code: 4503 }))
    await verify()
    await heading('No ID was found')
    expect(screen.getByRole('link', { name: 'Search again' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull()
  })

  test('after a search without a result the phone stays proved, and only the name has to change', async () => {
    server.use(...sends(), refuse('auth', '/v1/search/ids', { detail_code: 4503 }))
    const user = await verify('김하늘라')
    await user.click(await screen.findByRole('link', { name: 'Search again' }))
    expect(await screen.findByLabelText('Name')).toHaveValue('김하늘라')
    expect(screen.getByText('Verified.')).toBeVisible()
    server.use(give('auth', '/v1/search/ids', { users: found }))
    await user.type(screen.getByLabelText('Name'), '{Backspace}')
    await user.click(await press('Find my ID'))
    await heading('ID search results')
    expect(await calls('/v1/search/ids')[1]?.body()).toMatchObject({ credential: { auth_code: 'the-proof' } })
    expect(calls('/authenticator/v1/issue/sms')).toHaveLength(1)
  })

  test('a proof that has ended asks for a new code, and name and number stay', async () => {
    server.use(...sends(), refuse('auth', '/v1/search/ids', { detail_code: 4518 }))
    const user = await verify()
    expect(await screen.findByRole('dialog')).toHaveTextContent('We couldn’t confirm the verification.')
    await user.click(await press('OK'))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send code' })).toBeVisible())
    expect(screen.queryByRole('button', { name: 'Find my ID' })).toBeNull()
    expect(screen.getByLabelText('Name')).toHaveValue('김하늘')
    expect(screen.getByLabelText('Mobile number')).toHaveValue('010-1234-5678')
  })

  test('what changes nothing of the number leaves it proved', async () => {
    server.use(...sends(), unanswered)
    const user = await verify()
    await screen.findByText('Verified.')
    await user.type(screen.getByLabelText('Mobile number'), '-')
    expect(screen.getByText('Verified.')).toBeVisible()
    expect(await press('Find my ID')).not.toHaveAttribute('aria-disabled')
  })

  describe('the password of a found ID', () => {
    const { modulus, exponent } = inject('backend')
    const allowed = { reset_token: 'a-right-to-reset', modulus, exponent, enc_alg: 'RSA-OAEP-256' }
    const channels = [
      { authenticator_type: 'phone', masked: '010-****-5678' },
      { authenticator_type: 'email', masked: 's***@demo.test' },
    ]
    const begins = () => give('auth', '/v1/init/search/pwd', { auth_token: 't', channels })
    const opens = () => give('auth', '/v1/search/pwd', allowed)
    const isOf = (login_id: string) => give('auth', '/v1/profile/search/users', { users: [{ login_id }] })

    async function find() {
      server.use(...sends(), give('auth', '/v1/search/ids', { users: found }))
      const user = await verify()
      await heading('ID search results')
      return user
    }
    /** The page of a code of its own: its lead, and the e-mail first, which needs no wait. */
    async function expectAnotherCode() {
      await heading('Verify your identity')
      expect(screen.getByText('To reset the password of this ID, please verify once more.')).toBeVisible()
      const [first, second] = screen.getAllByRole('radio')
      expect(first).toBeChecked()
      expect(first).toHaveAccessibleName(/^Email/)
      expect(second).toHaveAccessibleName(/^Text message/)
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(useScreen.getState().toasts).toEqual([])
    }

    test('is set with the code of the search, on the real server', async () => {
      const member = await memberLike('member')
      const { user, left } = await renderAt(`/init/password${await beginVisit()}`)
      await user.click(await screen.findByRole('tab', { name: 'Find my ID' }))
      await user.type(await screen.findByLabelText('Name'), '김하늘')
      await user.type(screen.getByLabelText('Mobile number'), member.phone.replace('+82', '0'))
      await user.click(await press('Send code'))
      await typeCode(user, () => codeSentTo(member.phone))
      // The right code searches by itself.
      await user.click(await press('Reset password'))
      await heading('Set a new password')
      expect(screen.getByText(/^3 \/ 3/)).toBeVisible()
      expect(screen.getByLabelText('Email')).toHaveValue(member.login_id)
      await typeNewPassword(user, 'Tq7!vR2#pZ')
      await user.click(await press('Change password'))
      await user.click(await press('Continue to Step Learning'))
      await waitFor(() => expect(left.to).toHaveLength(1))
      expect(await follow(left.to[0] ?? '')).toContain('code=')
      expect(calls('/authenticator/v1/issue/sms')).toHaveLength(1)
      expect(calls('/v1/init/search/pwd')).toHaveLength(0)
    }, 60_000)

    test('sends the proof of the search with the chosen ID', async () => {
      const user = await find()
      await user.click(screen.getByRole('radio', { name: /first@demo\.test/ }))
      server.use(opens(), isOf('first@demo.test'))
      await user.click(await press('Reset password'))
      await heading('Set a new password')
      expect(await calls('/v1/search/pwd')[0]?.body()).toEqual({
        ...visitName,
        login_id: 'first@demo.test',
        credential: { auth_code: 'the-proof', amr: 'SMS' },
      })
      expect(useIdentify.getState()).toMatchObject({
        selectedEmail: 'first@demo.test',
        reset: { reset_token: 'a-right-to-reset', users: ['first@demo.test'], steps: 3 },
      })
    })

    test('needs another code if the server refuses the proof, and no message says so', async () => {
      const user = await find()
      server.use(refuse('auth', '/v1/search/pwd', { detail_code: 4518 }), begins())
      await user.click(await press('Reset password'))
      await expectAnotherCode()
      expect(useIdentify.getState().reset).toBeNull()
    })

    test('needs another code after a reload, which loses the proof', async () => {
      const user = await find()
      saveIdentify({ auth_code: '' })
      server.use(begins())
      await user.click(await press('Reset password'))
      await expectAnotherCode()
      expect(calls('/v1/search/pwd')).toHaveLength(0)
    })

    test('is begun again by the button after a lost answer; only the lost call is repeated', async () => {
      const user = await find()
      server.use(opens(), lose('auth', '/v1/profile/search/users'))
      await user.click(await press('Reset password'))
      await expectOnlyToast('errors.noConnection')
      expect(here()).toBe('/identify/myid/done')
      server.use(isOf('second@demo.test'))
      await user.click(await press('Reset password'))
      await heading('Set a new password')
      expect(calls('/v1/search/pwd')).toHaveLength(1)
      expect(calls('/v1/init/search/pwd')).toHaveLength(0)
    })
  })

  test('a search without a result offers a join if the service allows it', async () => {
    saveIdentify({ mobileVerified: true })
    const settings = { VITE_JOIN_CLIENT_IDS: 'joinable' }
    await renderAt('/identify/myid', { welcomed: { client_id: 'joinable' }, settings })
    saveIdentify({ mobileVerified: true })
    goTo('/identify/myid/done')
    expect(await screen.findByRole('link', { name: 'Create account' })).toBeVisible()
  })

  test('a visit that the server has forgotten says that it is over', async () => {
    server.use(refuse('auth', '/v1/init/search/ids', { status: 403, code: 'VISIT_OVER' }))
    const { user } = await renderAt('/identify/myid', { welcomed: true })
    await user.type(await screen.findByLabelText('Name'), '김하늘')
    await user.type(screen.getByLabelText('Mobile number'), '01012345678')
    await user.click(await press('Send code'))
    await waitFor(() => expect(here() + window.location.search).toBe('/error?code=403&reason=ended'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the page of the ids is for those who proved a phone', async () => {
    await renderAt('/identify/myid/done', { welcomed: true })
    await waitFor(() => expect(here()).toBe('/login'))
  })
})

describe('reset password', () => {
  test('the id that was typed at the login page stands in the form', async () => {
    const { user } = await renderAt('/login', { welcomed: true })
    await user.type(await screen.findByLabelText('Email'), 'typed@demo.test')
    await user.click(screen.getByRole('link', { name: 'Reset password' }))
    expect(await screen.findByRole('tab', { name: 'Reset password' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tab', { name: 'Find my ID' })).toBeVisible()
    expect(await screen.findByLabelText('Email')).toHaveValue('typed@demo.test')
  })

  test.each([
    ['', 'Enter your email.'],
    ['nobody', 'Enter an email address, such as name@example.com.'],
  ])('"%s" is refused as an ID, and nothing is sent', async (typed, text) => {
    const { user } = await renderAt('/identify/password', { welcomed: true })
    const field = await screen.findByLabelText('Email')
    if (typed) await user.type(field, typed)
    await user.click(await press('Next'))
    expect(await screen.findByText(text)).toBeVisible()
    await waitFor(() => expect(field).toHaveFocus())
    expect(calls('/v1/init/search/pwd')).toHaveLength(0)
  })

  test('an unknown ID shows an error beside the field, if the server discloses it', async () => {
    server.use(refuse('auth', '/v1/init/search/pwd', { detail_code: 4503 }))
    const { user } = await renderAt('/identify/password', { welcomed: true })
    await user.type(await screen.findByLabelText('Email'), 'who@demo.test')
    await user.click(await press('Next'))
    const field = screen.getByLabelText('Email')
    await waitFor(() => expect(field).toHaveAccessibleDescription('No account was found. Please check the email.'))
    expect(useIdentify.getState().login_id).toBe('who@demo.test')
  })

  test('the login page keeps its own id, and a recovery another', async () => {
    saveLogin({ login_id: 'one@demo.test' })
    const { user } = await renderAt('/identify/password', { welcomed: true })
    const field = await screen.findByLabelText('Email')
    await user.clear(field)
    await user.type(field, 'other@demo.test')
    expect(useIdentify.getState().login_id).toBe('other@demo.test')
  })
})
