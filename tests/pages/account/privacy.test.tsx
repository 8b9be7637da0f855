// Screens, /account/privacy: news, the member's own data, the letter, and leaving.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { accountServer } from '../../support/account.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, give, server } from '../../support/server.ts'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function open(patch: Parameters<typeof accountServer>[0] = {}) {
  const state = accountServer(patch)
  const rendered = await renderAt('/account/privacy')
  await screen.findByRole('heading', { level: 1, name: 'Privacy and data' })
  return { state, ...rendered }
}

describe('the news', () => {
  test('are wanted by each way, with the day of the decision', async () => {
    const { user, state } = await open()
    expect(screen.getByRole('checkbox', { name: 'By email' })).toBeChecked()
    expect(screen.getByText('Agreed on 1 Feb 2026')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'By text message' }))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'By text message' })).toBeChecked())
    expect(state.account.marketing).toMatchObject({ email: true, sms: true })
    expect(screen.getAllByText(/Agreed on/)).toHaveLength(2)
  })

  test('that were refused in another window stay refused when the other kind is wanted here', async () => {
    const { user, state } = await open()
    state.account.marketing = { email: false, sms: false, email_at: '2026-02-02T09:00:00Z', sms_at: null }
    await user.click(screen.getByRole('checkbox', { name: 'By text message' }))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'By text message' })).toBeChecked())
    expect(state.account.marketing).toMatchObject({ email: false, sms: true })
    expect(screen.getByRole('checkbox', { name: 'By email' })).not.toBeChecked()
    expect(screen.getByText('Declined on 2 Feb 2026')).toBeVisible()
  })
})

describe('the data', () => {
  async function get(by: string) {
    const opened = await open()
    opened.state.proofs = [['PWD']]
    await opened.user.click(await button(by))
    await opened.user.type(within(await screen.findByRole('dialog')).getByLabelText('Password'), 'kT7!mz2R{Enter}')
    expect(await screen.findByText('Your data is ready.')).toBeVisible()
    return opened
  }

  test('are a file after one press and a proof, and are fetched once', async () => {
    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => (saved.push(file), 'blob:one'),
        revokeObjectURL: () => {},
      }),
    )
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user } = await get('Download file (JSON)')
    await waitFor(async () => expect(await button('Download file (JSON)')).toHaveFocus())
    expect(clicked).toHaveBeenCalledOnce()
    await user.click(await button('Download file (JSON)'))
    expect(clicked).toHaveBeenCalledTimes(2)
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject({
      members: [{ name: 'Haneul Kim', gender: 'F', gender_name: 'Female' }],
      passkeys: [],
    })
    expect(calls('/v1/account/export')).toHaveLength(2)
  })

  test.each([
    { locale: 'ko', show: '페이지로 보기', table: '회원 정보', field: '이름', withdrawn: '동의 철회' },
    { locale: 'en', show: 'Show as a page', table: 'Member', field: 'Name', withdrawn: 'Consent withdrawn' },
    { locale: 'zh', show: '在页面上查看', table: '会员信息', field: '姓名', withdrawn: '撤回同意' },
    { locale: 'ja', show: 'ページで見る', table: '会員情報', field: '名前', withdrawn: '同意の撤回' },
  ] as const)('have headings in $locale, and their own names where nobody knows them', async (row) => {
    const { locale, show, table, field, withdrawn } = row
    accountServer()
    const tables = {
      members: [{ name: 'Haneul Kim', shoe_size: 240, gender: 'F', status: 'ACTIVE' }],
      audit_events: [{ event: 'consent.withdrawn' }],
      wishes: {
        interest_field: 'IC0201',
        national: 'KR',
        affiliation_code: 'SCH003',
        school_course: 'SCH_CURS_02',
        complete_semester: '31',
        majors: [{ major_code: '03', major_name: 'Optics' }],
        relationship: '02',
      },
      strange_table: [],
    }
    server.use(give('auth', '/v1/account/export', tables))
    const { user } = await renderAt('/account/privacy', { locale })
    await user.click(await button(show))
    const shown = within(await screen.findByRole('group', { name: `${table} 1` }))
    expect(shown.getByRole('columnheader', { name: field })).toBeVisible()
    expect(shown.getByRole('columnheader', { name: 'shoe size' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 3, name: /^strange table/ })).toBeVisible()
    // Codes have words, and only the first group is open.
    await waitFor(() => expect(shown.queryByText('F')).toBeNull())
    expect(shown.queryByText('ACTIVE')).toBeNull()
    expect(screen.queryByText('consent.withdrawn')).toBeNull()
    expect(screen.getByText(/Optics/).closest('table')).not.toHaveTextContent(/IC0201|KR|SCH|[0-9]{2}/)
    expect(screen.getByText(withdrawn)).not.toBeVisible()
  })

  test('are a page with tables that can be printed', async () => {
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    const { user } = await get('Show as a page')
    const table = within(screen.getByRole('group', { name: 'Member 1' })).getByRole('table')
    expect(within(table).getByText('01012341234')).toBeVisible()
    expect(screen.getByRole('heading', { level: 3, name: /^Passkeys/ })).toBeVisible()
    await user.click(await button('Print'))
    expect(print).toHaveBeenCalledOnce()
    await user.click(await button('Hide the page'))
    expect(screen.queryByRole('table')).toBeNull()
  })
})

test('a letter has its day and its state', async () => {
  await open({ letter: { received_at: '2026-02-01T09:00:00Z', file_name: 'letter.pdf', state: 'WAITING' } })
  expect(screen.getByText('letter.pdf')).toBeVisible()
  expect(screen.getByText('1 Feb 2026')).toBeVisible()
  expect(screen.getByText('Being checked')).toBeVisible()
})

describe('leaving', () => {
  test('says before what is deleted and what is kept, and for how long', async () => {
    const { user } = await open()
    await user.click(await button('Delete my account…'))
    expect(screen.getByRole('heading', { name: 'What is deleted' })).toBeVisible()
    const part = within(screen.getByRole('region', { name: 'Delete your account' }))
    expect(part.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', 'Delete my account'])
    expect(screen.getByText(/terms that you agreed to/).closest('li')).toHaveTextContent('for 5 years')
    expect(screen.getByText(/Backups/).closest('li')).toHaveTextContent('for 30 days')
    expect(screen.getByText(/deleted after 14 days/)).toBeVisible()
    expect(screen.getByText(/keep it in My account with “Keep my account”/)).toBeVisible()
  })

  test('takes a reason and a proof, and shows the way back', async () => {
    const { user, state } = await open()
    state.proofs = [['PWD']]
    await user.click(await button('Delete my account…'))
    await user.type(screen.getByLabelText(/Why are you leaving/), 'Too many e-mails')
    await user.click(await button('Delete my account'))
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Password'), 'kT7!mz2R{Enter}')
    expect(await screen.findByText(/will be deleted on 12 Dec 2026/)).toBeVisible()
    expect(await calls('/v1/account/leave').at(-1)?.body()).toEqual({ reason: 'Too many e-mails' })
    expect(screen.queryByRole('button', { name: 'Delete my account…' })).toBeNull()
    await user.click(await button('Keep my account'))
    await button('Delete my account…')
    expect(state.account.leaving).toBeUndefined()
  })

  test('is closed without leaving', async () => {
    const { user } = await open()
    await user.click(await button('Delete my account…'))
    await user.click(await button('Cancel'))
    await waitFor(async () => expect(await button('Delete my account…')).toHaveFocus())
    expect(calls('/v1/account/leave')).toEqual([])
  })
})
