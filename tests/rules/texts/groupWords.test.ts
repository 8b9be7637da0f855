// Spec §1, §2 and §5: "group members" are the same people on every page, and a password has the same special characters in every text.
import { expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'

/** Every text of a language, with its key. */
const textsOf = (locale: string): [string, string][] =>
  readdirSync(`locales/${locale}`).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(`locales/${locale}/${file}`, 'utf8')) as Record<string, string>),
  )

/** The name, other names for these people, and where the group is named as the place of work: always with its own name. */
const WORDS = {
  ko: { name: /그룹 구성원/, others: /SK 구성원|그룹사 구성원|SK 그룹 구성원|그룹 멤버|(?<!SK )그룹에서 일/ },
  en: { name: /group member/i, others: /SK member|members? of the (SK )?group|SK group member|for the group\b/i },
  zh: { name: /集团成员/, others: /SK ?成员|集团的成员|SK 集团成员|(?<!SK )集团工作/ },
  ja: { name: /グループ社員/, others: /SK社員|グループの社員|SKグループ社員|グループメンバー|(?<!SK)グループで働/ },
}

test.each(Object.entries(WORDS))('%s calls the members of the group by one name', (locale, { name, others }) => {
  const texts = textsOf(locale)
  expect(texts.filter(([, text]) => others.test(text))).toEqual([])
  const called = new Set(texts.filter(([, text]) => name.test(text)).map(([key]) => key))
  for (const key of ['join.sk_family', 'join.skLink', 'join.onlySkTitle', 'refused.notGroup', 'refused.onlySk'])
    expect(called, key).toContain(key)
})

test.each(Object.keys(WORDS))('%s names every special character that a password may have', (locale) => {
  const lists = textsOf(locale).filter(([, text]) => text.includes('@$!%'))
  expect(lists.length).toBeGreaterThan(3)
  expect(lists.filter(([, text]) => !text.includes('@$!%*#?&~'))).toEqual([])
})
