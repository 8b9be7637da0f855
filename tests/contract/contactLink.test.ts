import { expect, test } from 'vitest'
import { contactLink } from '../../contract/contactLink.ts'

test.each<[string, string | null]>([
  ['help@daemun.localhost', 'mailto:help@daemun.localhost'],
  ['who?subject=x&a%@group.test', 'mailto:who%3Fsubject%3Dx%26a%25@group.test'],
  ['02-1234-5678', 'tel:0212345678'],
  ['+82 (0)2 1234 5678', 'tel:+820212345678'],
  ['https://help.group.test/join?a=1', 'https://help.group.test/join?a=1'],
  ['http://help.group.test', null],
  ['data:text/html,x', null],
  ['Personnel, third floor', null],
  ['1', null],
  ['', null],
])('the contact “%s” opens %s', (contact, link) => expect(contactLink(contact)).toBe(link))
