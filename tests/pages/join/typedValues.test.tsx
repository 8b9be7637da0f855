// What a member types is finished when it is sent: the submit button leaves the focus in the field, so no blur comes first.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { readJoin } from '../../../src/stores/join.ts'
import { saveSignUp } from '../../../src/stores/signUp.ts'
import { atScreen, joinToPrivacy, openScreen, renderJoin, toOwn, toPerson, toPhone } from '../../support/joining.ts'
import { calls, hold, server } from '../../support/server.ts'
import { someOf } from '../../support/someOf.ts'

test('a screen slides in from where the member goes, and the first one stands still', async () => {
  const { user } = await renderJoin('/join/privacy/gen', toPhone)
  const steps = () => document.querySelector('.steps')
  openScreen('person')
  // As the router numbers its entries: without a number the button does not know that there is a page before.
  history.replaceState({ ...(history.state as object), idx: 1 }, '')
  await atScreen('Tell us about you')
  expect(steps()).not.toHaveClass('onward')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await atScreen('Verify your phone')
  expect(steps()).toHaveClass('onward')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await atScreen('Tell us about you')
  expect(steps()).toHaveClass('back')
})

test('a step on a page of its own slides in as well', async () => {
  await joinToPrivacy()
  expect(document.querySelector('.steps')).toHaveClass('onward')
})

test('the Enter key of a phone says what it does', async () => {
  await renderJoin('/join/privacy/gen', { ...toPerson, fullName: '김하늘', gender: 'F' })
  expect(await screen.findByLabelText('Date of birth')).toHaveAttribute('enterkeyhint', 'next')
})

describe('the birthday', () => {
  test.each(someOf(['1999.1.3', '99.1.3', '19990103', '990103'], 1))('%s is taken with Enter', async (typed) => {
    const { user } = await renderJoin('/join/privacy/gen', { ...toPerson, fullName: '김하늘', gender: 'F' })
    await user.type(await screen.findByLabelText('Date of birth'), `${typed}{Enter}`)
    await atScreen('Verify your phone')
    expect(readJoin().birthday).toBe('1999-01-03')
  })

  test('1999.1.3 is taken with a press of "next"', async () => {
    const { user } = await renderJoin('/join/privacy/gen', { ...toPerson, fullName: '김하늘', gender: 'F' })
    await user.type(await screen.findByLabelText('Date of birth'), '1999.1.3')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await atScreen('Verify your phone')
    expect(readJoin().birthday).toBe('1999-01-03')
  })
})

test('a screen stores its own fields when it is sent, and leaves those of another screen as they are', async () => {
  const { user } = await renderJoin('/join/privacy/gen', { ...toPerson, gender: 'F', birthday: '1999-01-31' })
  await user.type(await screen.findByLabelText('Name'), ' 김하늘 ')
  // The screen of the account stores a moment later: its check of the nickname was slow.
  saveSignUp({ nickName: '바다' })
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await atScreen('Verify your phone')
  expect(readJoin()).toMatchObject({ nickName: '바다', fullName: '김하늘', birthday: '1999-01-31', gender: 'F' })
})

test('a check that ends after the member has gone back takes the member nowhere and stores nothing', async () => {
  const { user } = await renderJoin('/join/privacy/gen', { ...toOwn, nickName: '', password: '', mobileVerified: true })
  const { handler, release } = hold('auth', '/v1/valid/nickname', { available: true })
  server.use(handler)
  await user.type(await screen.findByLabelText('Password'), 'kT7!mz2R')
  await user.type(screen.getByLabelText('Repeat the password'), 'kT7!mz2R')
  await user.type(screen.getByLabelText('Nickname'), '하늘{Enter}')
  act(() => history.back())
  await waitFor(() => expect(screen.queryByLabelText('Nickname')).not.toBeInTheDocument())
  const { pathname } = location
  await act(async () => release())
  expect([location.pathname, readJoin().pendingPassword]).toEqual([pathname, ''])
})

describe('the phone', () => {
  test.each([
    ['010123456', 'Enter a mobile number of 10 to 14 digits.'],
    ['0311234567', 'Landline and 070 numbers can’t receive texts. Enter a mobile number, such as 010-1234-5678.'],
    ['07012345678', 'Landline and 070 numbers can’t receive texts. Enter a mobile number, such as 010-1234-5678.'],
    ['0101234567', 'Check the mobile number for the country you chose.'],
  ])('%s shows an error at its field without a call: %s', async (typed, told) => {
    const { user } = await renderJoin('/join/privacy/gen', toPhone)
    const field = await screen.findByLabelText('Mobile number')
    expect(screen.getByRole('button', { name: 'Send code' })).toHaveAttribute('aria-disabled', 'true')
    await user.type(field, typed)
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await waitFor(() => expect(field).toHaveAccessibleDescription(told))
    await waitFor(() => expect(field).toHaveFocus())
    expect(calls('/authenticator/v1/issue/sms')).toHaveLength(0)
  })

  const WRITTEN = ['0082 10 1234 5678', '82-10-1234-5678', '+82 10 1234 5678', '1012345678', '010 1234 5678']
  test.each(WRITTEN)('%s is read as 010-1234-5678', async (typed) => {
    const { user } = await renderJoin('/join/privacy/gen', toPhone)
    const field = await screen.findByLabelText('Mobile number')
    await user.type(field, typed)
    expect(field).toHaveValue('010-1234-5678')
    await user.clear(field)
    await user.click(field)
    await user.paste(typed)
    expect(field).toHaveValue('010-1234-5678')
  })
})

const NAME = 'Green Footprint'

test('an organisation whose name was typed in full is chosen by a press of "next"', async () => {
  const { user } = await renderJoin('/join/privacy/gen', toOwn)
  const list = { name: 'Organisation' }
  // The list has come, with the code of its search.
  await waitFor(() => expect(screen.getByRole('combobox', list)).toBeEnabled())
  const field = screen.getByRole('combobox', list)
  await user.click(field)
  const name = (await screen.findByRole('option', { name: NAME })).textContent
  await user.type(field, name)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(readJoin().affiliationCode).not.toBe(''))
  expect(field).toHaveValue(name)
})
