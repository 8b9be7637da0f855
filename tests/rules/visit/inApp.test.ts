import { expect, test } from 'vitest'
import { isInApp } from '../../../src/rules/visit/inApp.ts'

const phone = 'Mozilla/5.0 (Linux; Android 14; SM-S911N) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'

test.each([
  ['KakaoTalk', `${phone} KAKAOTALK 10.4.5`, true],
  ['Naver', `${phone} NAVER(inapp; search; 1000; 12.1.0)`, true],
  ['LINE', `${phone} Line/13.20.0/IAB`, true],
  ['Instagram', `${phone} Instagram 312.1.0.34.111 Android`, true],
  ['Chrome', phone, false],
  ['Safari', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) Version/17.1 Mobile/15E148 Safari/604.1', false],
  ['a browser with “online” in its name', `${phone} Online/1.0`, false],
])('the browser of %s', (_, userAgent, expected) => expect(isInApp(userAgent)).toBe(expected))
