import { describe, expect, test } from 'vitest'
import {
  begunProblems,
  chosen,
  codeChoices,
  groupChoices,
  interestChoices,
  isJobInfoValid,
  noInterests,
  noJobs,
  PROFILE_FIELDS,
  profileProblems,
  withParents,
} from '../../../src/rules/join/jobInfo.ts'

const full = { current_job_group: 'JG01', current_job: 'JG0101', hope_job_group: 'JG02', hope_job: 'JG0201' }
const code = (value: string, parent: string | null = null) => ({
  code: value,
  code_name: `${value} ko`,
  code_name_en: `${value} en`,
  code_name_cn: null,
  parent,
})
const codes = [code('JG01'), code('JG02'), code('JG0101', 'JG01'), code('JG0201', 'JG02')]

describe('job info', () => {
  test.each([
    ['is valid when all four have more than one character', full, true],
    ['needs the current group', { ...full, current_job_group: '' }, false],
    ['needs the current job', { ...full, current_job: 'J' }, false],
    ['needs the hoped-for group', { ...full, hope_job_group: 'J' }, false],
    ['needs the hoped-for job', { ...full, hope_job: '' }, false],
    ['is not valid when empty', noJobs, false],
  ])('%s', (_, info, valid) => expect(isJobInfoValid(info)).toBe(valid))

  test('clears the job when its group changes, and nothing else', () => {
    expect(chosen('current_job_group', 'JG02')).toEqual({ current_job_group: 'JG02', current_job: '' })
    expect(chosen('interest_category', 'IC01')).toEqual({ interest_category: 'IC01', interest_field: '' })
    expect(chosen('hope_job', 'JG0201')).toEqual({ hope_job: 'JG0201' })
  })

  test('shows the requested fields only, a job with its group, in the order of the list', () => {
    expect(withParents(['interest_field', 'current_job'])).toEqual([
      'current_job_group',
      'current_job',
      'interest_category',
      'interest_field',
    ])
    expect(withParents(['hope_job_group', 'shoe_size'])).toEqual(['hope_job_group'])
  })

  test('names the empty requested fields in order', () => {
    const problems = profileProblems({ current_job_group: 'JG01' }, ['current_job_group', 'current_job', 'hope_job'])
    expect(problems).toEqual([
      { field: 'current_job', text: 'profile.chooseJob', of: 'profile.currentJob' },
      { field: 'hope_job', text: 'profile.chooseJob', of: 'profile.hopeJob' },
    ])
  })

  test('a job code of one character is reported at its field', () =>
    expect(
      profileProblems({ current_job_group: 'J', current_job: 'JG0101' }, ['current_job_group', 'current_job']),
    ).toEqual([{ field: 'current_job_group', text: 'profile.unusable', of: 'profile.currentJob' }]))

  const named = (problems: readonly { field: string }[]) => problems.map(({ field }) => field)

  test('does not name a job before its group is chosen', () => {
    expect(named(profileProblems({}, PROFILE_FIELDS))).toEqual([
      'current_job_group',
      'hope_job_group',
      'interest_category',
    ])
    expect(named(profileProblems({ interest_category: 'IC01' }, ['interest_category', 'interest_field']))).toEqual([
      'interest_field',
    ])
  })

  test('requires only a begun section of an optional form', () => {
    expect(named(begunProblems(noJobs, noInterests))).toEqual([])
    expect(named(begunProblems({ ...noJobs, current_job_group: 'JG01' }, noInterests))).toEqual([
      'current_job',
      'hope_job_group',
    ])
    expect(named(begunProblems(full, { ...noInterests, interest_category: 'IC01' }))).toEqual(['interest_field'])
  })
})

test('names groups and jobs in the language of the page, else in Korean, and without a Japanese name in English', () => {
  expect(groupChoices(codes, 'en').map(({ value }) => value)).toEqual(['JG01', 'JG02'])
  expect(codeChoices(codes.slice(3), 'en')).toEqual([{ value: 'JG0201', text: 'JG0201 en' }])
  expect(codeChoices(codes.slice(3), 'zh')).toEqual([{ value: 'JG0201', text: 'JG0201 ko' }])
  expect(codeChoices(codes.slice(3), 'ja')).toEqual([{ value: 'JG0201', text: 'JG0201 en' }])
  const japanese = codes.slice(3).map((one) => ({ ...one, code_name_ja: '採用' }))
  expect(codeChoices(japanese, 'ja')).toEqual([{ value: 'JG0201', text: '採用' }])
})

test('lists the categories, and the fields of one category', () => {
  const field = { code: 'IC0101', name: '필드', name_en: 'field', name_cn: '' }
  const list = [{ code: 'IC01', name: '분야', name_en: 'category', name_cn: '类别', fields: [field] }]
  expect(interestChoices(list, 'ja')).toEqual([{ value: 'IC01', text: 'category' }])
  expect(
    interestChoices(
      list.map((one) => ({ ...one, name_ja: '分野' })),
      'ja',
    ),
  ).toEqual([{ value: 'IC01', text: '分野' }])
  expect(interestChoices(list, 'zh', 'IC01')).toEqual([{ value: 'IC0101', text: '필드' }])
  expect(interestChoices(list, 'zh', 'IC09')).toEqual([])
})
