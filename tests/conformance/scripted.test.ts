// The scripted backend of the journeys: its answers fit the contract in every style, and its broken answers do not.
import { describe, expect, test } from 'vitest'
import { type CallName, everyCall } from '../../contract/calls.ts'
import { dataOf } from '../../conformance/scripted/answers.ts'
import { withNulls, withoutOptional, withUnknown } from '../../conformance/scripted/shape.ts'
import { allPairs, forbidden, STYLES, styled } from '../../conformance/scripted/variants.ts'
import { toAnswer } from '../../src/api/answer.ts'

const visit = { transaction_id: 'visit', state: 'state' }
const answers = dataOf({ visit, modulus: 'c0ffee', exponent: '10001', partner: 'https://partner.test' })
const withData = everyCall.flatMap(({ name, answer, status }) => (status === 204 ? [] : [{ name, shape: answer }]))

test('every two choices of two factors meet in a style', () => {
  const styles = allPairs()
  const factors = Object.keys(STYLES) as (keyof typeof STYLES)[]
  const missing = factors.flatMap((one) =>
    factors
      .filter((other) => other !== one)
      .flatMap((other) =>
        STYLES[one].flatMap((a) =>
          STYLES[other]
            .filter((b) => !styles.some((style) => style[one] === a && style[other] === b))
            .map((b) => `${one}=${a} ${other}=${b}`),
        ),
      ),
  )
  expect(missing).toEqual([])
  expect(styles.length).toBeLessThan(20)
})

describe.each(withData)('$name', ({ name, shape }) => {
  const whole = answers[name]

  test('its whole answer fits, and so do its forms with and without optional and unknown fields', () => {
    const forms = [whole, withoutOptional(shape, whole), withNulls(shape, whole), withUnknown(whole)]
    expect(forms.map((form) => shape.safeParse(form).success)).toEqual([true, true, true, true])
  })

  test('the app reads it in every style', () => {
    const read = allPairs().map((style) => {
      const { status, body } = styled(name, { data: whole }, style, answers.initLogin)
      return toAnswer({ status, body: JSON.parse(body) as unknown }, shape).ok
    })
    expect(new Set(read)).toEqual(new Set([true]))
  })
})

test.each(withData.filter(({ name }) => name !== 'reportClientError').map((call, at) => ({ ...call, at })))(
  '$name: no broken answer fits',
  ({ name, shape, at }) => {
    const parsed = (body: string): unknown => {
      try {
        return JSON.parse(body)
      } catch {
        return body
      }
    }
    const broken = forbidden(name satisfies CallName, answers[name], at).filter(({ reply }) => !reply.how)
    const accepted = broken.filter(({ reply: { status, body } }) => toAnswer({ status, body: parsed(body) }, shape).ok)
    expect(accepted.map((one) => one.name)).toEqual([])
  },
)
