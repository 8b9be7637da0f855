// Join: a visitor becomes a member, of every kind, and is signed in at the partner. What was typed survives everything but secrets.
import { app, partner, sandbox } from './addresses'
import { axe, claim, expect, expectSignedIn, test } from './fixtures'
import { bodyOf, invitedBodyOf, sentBy, withoutService } from './joinBodies'
import { codeFor, joining, PASSWORD, type Type, visitor } from './joining'
import { say } from './texts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Known = { login_id: string; password: string; mbr_no: string; invitation?: string }

async function knownMember(key: string): Promise<Known> {
  const response = await fetch(`${sandbox}/demo/members`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: key }),
  })
  return ((await response.json()) as { data: Known }).data
}

test.beforeEach(({ watch }) => watch.keepSecret(PASSWORD))

for (const type of ['SOCIAL', 'FAMILY', 'STUDENT', 'SK'] as const satisfies readonly Type[])
  test(`${type} joins and is signed in at the partner`, async ({ page }) => {
    const someone = visitor(type)
    const join = joining(page, codeFor)
    await join.arrive()
    await axe(page)
    // A card that was looked at first asks a group member for nothing.
    if (type === 'SK') await page.getByRole('radio', { name: say('join.typeFamily') }).check({ force: true })
    await join.type(type)
    await axe(page)
    await join.terms()
    await join.account(someone)
    if (type === 'SK') await join.group(someone)
    else await join.person(someone)
    if (type === 'SOCIAL') await join.company('join.organisation', 'join.organisationEtc')
    if (type === 'FAMILY') await join.family((await knownMember('sk')).mbr_no)
    if (type === 'STUDENT') {
      await join.studies()
      await page
        .getByLabel(say('join.letter'))
        .setInputFiles({ name: '증명서.png', mimeType: 'image/png', buffer: PNG })
    }
    await axe(page)
    await join.next()
    await expect(page).toHaveURL(`${app}/join/service`)
    await axe(page)
    expect(await sentBy(page, () => join.service())).toEqual(bodyOf(type, someone))
    await join.joined()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(someone.nickname)
    if (type === 'STUDENT') await expect(page.getByText(say('join.letterDone'))).toBeVisible()
    await axe(page)
    await join.toService()
    const card = await expectSignedIn(page, someone)
    await expect(claim(card, 'nickname').first()).toHaveText(someone.nickname)
  })

test('a business partner waits for an approval', async ({ page }) => {
  const someone = visitor('BSNS')
  const join = joining(page, codeFor)
  await join.arrive()
  await join.type('BSNS')
  await join.terms()
  await join.account(someone)
  await join.person(someone)
  await join.company()
  await join.office()
  await join.next()
  const body = await sentBy(page, () => join.button('join.skip').click())
  expect(body).toEqual(bodyOf('BSNS', someone, withoutService))
  await join.joined()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('join.waitingTitle'))
  await expect(page.getByRole('link', { name: say('info.backToService') })).toHaveAttribute('href', /^http/)
  await axe(page)
})

test('an invitation: what is known is shown and fixed', async ({ page, watch }) => {
  const invited = await knownMember('invited-sk')
  watch.keepSecret(invited.password)
  const someone = { ...visitor('SK'), login_id: invited.login_id }
  const join = joining(page, codeFor)
  await join.arrive({ invitation: invited.invitation ?? '' })
  await expect(page).toHaveURL(`${app}/sign-up/terms`)
  await join.terms()
  await expect(join.label('join.loginId')).toHaveValue(invited.login_id)
  await expect(join.label('join.loginId')).toHaveAttribute('readonly')
  await expect(join.label('join.fullName')).toHaveValue('한도윤')
  await expect(join.label('join.empNo')).toHaveAttribute('readonly')
  await join.password()
  await join.label('join.nickname').fill(someone.nickname)
  await join.label('join.birthYear').fill('1990')
  await join.label('join.national').selectOption('KR')
  await join.label('join.skCompany').selectOption({ index: 2 })
  await axe(page)
  const body = await sentBy(page, () => join.button('join.finish').click())
  const profile = { affiliation_code: 'SK002' }
  expect(body).toEqual(invitedBodyOf('SK', { ...someone, name: '한도윤' }, { emp_no: 'SK1024', profile }))
  await join.joined()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(someone.nickname)
})

test('a conversion: the group account is carried over', async ({ page, watch, arrive }) => {
  const known = await knownMember('not-converted')
  watch.keepSecret(known.password)
  const someone = visitor('SK')
  const join = joining(page, codeFor)
  await arrive()
  await page.getByLabel(say('login.email'), { exact: true }).fill(known.login_id)
  await page.getByLabel(say('login.password'), { exact: true }).fill(known.password)
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click()
  await expect(page).toHaveURL(`${app}/join/info`)
  await expect(page.getByText(known.login_id)).toBeVisible()
  await axe(page)
  await join.button('join.infoNext').click()
  await join.terms()
  await expect(join.label('join.loginId')).toHaveValue(known.login_id)
  await join.password()
  await join.label('join.nickname').fill(someone.nickname)
  const year = join.label('join.birthYear')
  if (await year.isEditable()) await year.fill('1990')
  await join.label('join.skCompany').selectOption({ index: 2 })
  const number = join.label('join.empNo')
  if ((await number.inputValue()) === '') await number.fill('E54321')
  const name = await join.label('join.fullName').inputValue()
  const carriedOver = {
    matcher_type: 'CONVERSION_JOIN',
    birthdate: `${await year.inputValue()}0000`,
    profile: { affiliation_code: 'SK002', emp_no: await number.inputValue() },
  }
  await join.next()
  expect(await sentBy(page, () => join.service())).toEqual(
    bodyOf('SK', { ...someone, login_id: known.login_id, name }, carriedOver),
  )
  await join.joined()
  await join.toService()
  await expectSignedIn(page, known)
})

test('somebody known, who has not joined yet, goes on with the login id that was signed in with', async ({
  page,
  watch,
  arrive,
}) => {
  const known = await knownMember('not-joined')
  watch.keepSecret(known.password)
  const someone = visitor('SOCIAL')
  const join = joining(page, codeFor)
  await arrive()
  await page.getByLabel(say('login.email'), { exact: true }).fill(known.login_id)
  await page.getByLabel(say('login.password'), { exact: true }).fill(known.password)
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click()
  await expect(page).toHaveURL(`${app}/join`)
  await join.type('SOCIAL')
  await join.terms()
  await expect(join.label('join.loginId')).toHaveValue(known.login_id)
  await expect(join.label('join.loginId')).toHaveAttribute('readonly')
  await join.password()
  await join.label('join.nickname').fill(someone.nickname)
  await join.person(someone)
  await join.company('join.organisation', 'join.organisationEtc')
  await join.next()
  await join.service()
  await join.joined()
  await join.toService()
  await expectSignedIn(page, known)
})

test('a child is refused, with the day 14 years ago', async ({ page }) => {
  const someone = visitor('SOCIAL')
  const join = joining(page, codeFor)
  await join.arrive()
  await join.type('SOCIAL')
  await join.terms()
  await join.account(someone)
  await join.person(someone, `${new Date().getFullYear() - 13}0101`)
  await join.company('join.organisation', 'join.organisationEtc')
  await join.next()
  const modal = page.getByRole('dialog', { name: say('modal.restrictChild') })
  await expect(modal).toContainText(String(new Date().getFullYear() - 14))
  await axe(page)
  await modal.getByRole('button', { name: say('modal.ok') }).click()
  await expect(page.getByText(say('modal.agreeFirst'))).toBeVisible()
  await modal.getByLabel(say('modal.restrictChildAgree')).check()
  await modal.getByRole('button', { name: say('modal.ok') }).click()
  await expect(modal).toBeHidden()
  await expect(page).toHaveURL(/privacy/)
})

test('an address that is a member’s already: said once it was proved, and back to the service', async ({
  page,
  member,
}) => {
  const someone = await member('member')
  const join = joining(page, codeFor)
  await join.arrive()
  await join.type('SOCIAL')
  await join.terms()
  await join.label('join.loginId').fill(someone.login_id)
  const section = page.getByRole('group', { name: say('join.emailCode') })
  await section.getByRole('button', { name: say('sms.send') }).click()
  const field = section.getByLabel(say('sms.code'))
  await expect(field).toBeEnabled()
  await field.fill(await codeFor(someone.login_id))
  await section.getByRole('button', { name: say('sms.verify'), exact: true }).click()
  const notice = page.getByRole('dialog')
  await expect(notice).toContainText(say('refused.sameIdentity'))
  await notice.getByRole('button').click()
  await expect(page).toHaveURL(new RegExp(`^${partner}`))
})
