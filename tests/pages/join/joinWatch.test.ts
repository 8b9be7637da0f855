// The watch over every join of the tests and journeys finds what was sent otherwise than shown, and nothing else.
import { expect, onTestFinished, test, vi } from 'vitest'
import { JOIN_FIELDS } from '../../../src/rules/join/joinFields.ts'
import { JOIN_WATCH, makeJoinWatch } from '../../support/joinWatch.ts'

const SCREEN = `<form>
  <input name="nickName" value=" 하늘 ">
  <input name="birthday" value="1999.1.3">
  <input type="radio" name="jobTitle" value="JOB_TYP_01"><input type="radio" name="jobTitle" value="JOB_TYP_ETC" checked>
  <input name="jobTitleEtc" value="연구원">
</form><button name="memberTypeCode">BSNS</button>`
const SENT = { nickname: '하늘', birthdate: '19990103', profile: { job_title: 'JOB_TYP_ETC', job_title_etc: '연구원' } }

function open() {
  const watch = makeJoinWatch()
  const { EVENTS, note, begin } = watch
  document.body.innerHTML = SCREEN
  for (const name of EVENTS) document.addEventListener(name, note, true)
  onTestFinished(() => {
    for (const name of EVENTS) document.removeEventListener(name, note, true)
    document.body.innerHTML = ''
  })
  const field = (selector: string) => document.querySelector(selector) as HTMLInputElement
  return {
    begin,
    submit: () => field('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    press: (selector: string) => field(selector).click(),
    type(selector: string, value: string) {
      field(selector).value = value
      field(selector).dispatchEvent(new Event('input', { bubbles: true }))
    },
    remove: (selector: string) => field(selector).remove(),
    has: (body: object) => begin()({ ...SENT, ...body }).map((line) => / as (\w+)/.exec(line)?.[1]),
  }
}

test('each field of a join is watched, except those that do not show what is sent', () => {
  const unwatched = JOIN_FIELDS.filter((field) => !makeJoinWatch().watched.includes(field))
  expect(unwatched).toEqual([
    'login_id',
    'nationalCode',
    'nationTelNo',
    'mobileNumber',
    'affiliationCode',
    'majors',
    'doubleMajors',
  ])
})

test('what was shown may be sent, without its spaces, points and hyphens', () => {
  const page = open()
  page.submit()
  expect(page.has({})).toEqual([])
})

test.each([
  ['an empty nickname', { nickname: '' }, 'nickname'],
  ['another birthday', { birthdate: '19990301' }, 'birthdate'],
  ['another choice', { profile: { ...SENT.profile, job_title: 'JOB_TYP_01' } }, 'job_title'],
  ['a text that is left out', { profile: { job_title: 'JOB_TYP_ETC' } }, 'job_title_etc'],
])('%s is found', (_, body, name) => {
  const page = open()
  page.submit()
  expect(page.has(body)).toEqual([name])
})

test('a value that was typed and never submitted counts as shown', () => {
  const page = open()
  page.type('[name=nickName]', '바다')
  expect(page.has({})).toEqual(['nickname'])
})

test('a change that a browser tells after the press counts, if the value is the same', () => {
  const page = open()
  page.submit()
  page.type('[name=nickName]', ' 하늘 ')
  expect(page.has({ nickname: '' })).toEqual(['nickname'])
})

test('after a press either value is right, until the next one', () => {
  const page = open()
  page.submit()
  page.type('[name=nickName]', '바다')
  expect(page.has({})).toEqual([])
  page.submit()
  expect(page.has({})).toEqual(['nickname'])
})

test('a press on another member type leaves out what the type before has asked for, and nothing else', () => {
  const page = open()
  page.submit()
  page.press('button')
  expect(page.has({ nickname: '', profile: {} })).toEqual(['nickname'])
})

test('a text whose choice is another one now is no longer shown', () => {
  const page = open()
  page.submit()
  page.remove('[name=jobTitleEtc]')
  page.submit()
  expect(page.has({ profile: { job_title: 'JOB_TYP_ETC' } })).toEqual([])
})

test('what is shown after a join has begun does not count for it', () => {
  const page = open()
  page.submit()
  const differencesOf = page.begin()
  page.type('[name=nickName]', '바다')
  page.submit()
  expect(differencesOf(SENT)).toEqual([])
})

test('the script of a page writes a difference to the console', async () => {
  const asked = vi.fn<typeof fetch>().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('Request', Request)
  document.body.innerHTML = SCREEN
  // oxlint-disable-next-line no-eval
  window.eval(JOIN_WATCH)
  document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  const send = (body: object) =>
    window.fetch(new window.Request('http://auth.test/v1/verify/join', { method: 'POST', body: JSON.stringify(body) }))
  await send(SENT)
  expect(console.error).not.toHaveBeenCalled()
  await send({ ...SENT, nickname: '' })
  expect(console.error).toHaveBeenCalledExactlyOnceWith('a join sends “” as nickname, and its screen showed “하늘”')
  expect(asked).toHaveBeenCalledTimes(2)
  vi.mocked(console.error).mockClear()
})
