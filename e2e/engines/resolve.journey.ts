// Pending steps after the sign-in: three in a row, each reloaded, and a recommended change of the password.
import { AGREEMENT } from '../agreement.ts'
import { app } from '../addresses.ts'
import { say } from '../texts.ts'
import { button, closeNotice, field, heading, inMain, loginPage } from './pages.ts'
import { accessible, arrive, isSignedIn, member, test } from './test.ts'

test('terms, nickname, service and details come one after the other, and a reload at each keeps the place @all', async ({
  tab: page,
}) => {
  const one = await member('three-steps')
  const nickname = `다미${one.phone.slice(-7)}`
  await arrive(page, { service: 'b' })
  await loginPage(page).signIn(one)
  await closeNotice(page, 'terms.pleaseAgree')
  await page.see(heading('resolve.terms'))
  await page.tick(AGREEMENT)
  await page.reload()
  await page.is(AGREEMENT, { checked: true })
  await page.back()
  await page.at(`${app}/login`)
  await page.forward()
  await page.is(AGREEMENT, { checked: true })
  await accessible(page)
  await page.press(button('resolve.agree'))

  await page.see(heading('resolve.nickname'))
  await page.is(field('join.nickname'), { value: '하늘' })
  await page.enter(field('join.nickname'), nickname)
  await page.see(inMain('join.nicknameAvailable'))
  await page.reload()
  await page.is(field('join.nickname'), { value: nickname })
  await page.back()
  await page.forward()
  await page.is(field('join.nickname'), { value: nickname })
  await accessible(page)
  await page.press(button('resolve.next'))

  await page.see(heading('resolve.service', 'ko', { service: '구성원 아카데미' }))
  await page.tick(AGREEMENT)
  await page.reload()
  await page.is(AGREEMENT, { checked: true })
  await accessible(page)
  await page.press(button('resolve.agree'))

  await page.see(heading('resolve.info'))
  await page.choose({ css: '#current_job_group' }, 'JG07')
  await page.choose({ css: '#current_job' }, 'JG0701')
  await page.reload()
  await page.is({ css: '#current_job' }, { value: 'JG0701' })
  await accessible(page)
  await page.press(button('resolve.next'))
  await isSignedIn(page, one, 'b')
})

test('an old password is changed on its page, and the new one is asked for next time @all', async ({ tab: page }) => {
  const one = await member('old-password')
  const password = 'wQ7!mz2Rk9'
  await arrive(page)
  await loginPage(page).signIn(one)
  await page.see(heading('resolve.password'))
  await accessible(page)
  await page.enter({ label: say('resolve.currentPassword') }, one.password)
  await page.enter(field('password.new'), password)
  await page.enter(field('password.again'), password)
  await page.press(button('resolve.changePassword'))
  await isSignedIn(page, one)
  await arrive(page, { prompt: 'login' })
  await loginPage(page).signIn({ ...one, password })
  await isSignedIn(page, one)
})
