import { describe, expect, test, vi } from 'vitest'
import { resolveStudent } from '../../src/api/file.ts'
import { challengeJoin, validNickname } from '../../src/api/join.ts'
import { TIMEOUT_MS } from '../../src/state/timeout.ts'
import { deferred } from '../support/deferred.ts'
import { backend, connect, sendJson } from './backend.ts'

const letter = new File(['%PDF-1.7'], '재학증명서.pdf', { type: 'application/pdf', lastModified: 1 })

describe('the calls of a join', () => {
  // What each call sends besides: calls.test.ts. What it takes for an answer: answers.test.ts.
  test.each([
    [() => challengeJoin('a+b@mail.test', 'sk'), 'GET /v1/challenge/join/a%2Bb%40mail.test?type=sk'],
    [() => validNickname('하나 둘'), 'GET /v1/valid/nickname?nickname=%ED%95%98%EB%82%98+%EB%91%98'],
  ])('escape what was typed', async (ask, asked) => {
    const { url, seen } = await backend(sendJson({}))
    connect(url)
    await ask()
    expect(`${seen[0]?.method} ${seen[0]?.url}`).toBe(asked)
  })

  test('a challenge whose answer breaks the contract is reported without its login ID', async () => {
    const { url } = await backend(sendJson({ data: { belong_sk: 'yes' } }))
    const failures = connect(url)
    await challengeJoin('hana@mail.test', 'general')
    expect(failures).toMatchObject([[{ reason: 'contract', field: 'join_type' }, 'GET /v1/challenge/join/{login_id}']])
  })

  test('a refusal names its field, and only a name counts', async () => {
    const refusal = (field: unknown) => sendJson({ code: 'BAD_REQUEST', data: { field } }, 400)
    connect((await backend(refusal('nickname'))).url)
    expect(await challengeJoin('a@b.kr', 'general')).toMatchObject({ ok: false, failure: { field: 'nickname' } })
    connect((await backend(refusal('<b>nickname</b>'))).url)
    const answer = await challengeJoin('a@b.kr', 'general')
    expect(answer.ok || answer.failure).not.toHaveProperty('field')
  })
})

describe('the letter', () => {
  const done = sendJson({ data: { location: 'https://issuer.example/x' } })

  test('is sent as a form with the profile, shows its progress, and carries its key', async () => {
    const { url, seen } = await backend(done)
    connect(url)
    const progress: number[] = []
    const answer = await resolveStudent({ complete_semester: '32' }, letter, {
      onProgress: (sent) => progress.push(sent),
    })
    expect(answer).toEqual({ ok: true, data: { location: 'https://issuer.example/x' } })
    expect(progress.at(-1)).toBe(1)
    expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(seen[0]?.headers['idempotency-key']).toBe('letter-8-1')
    expect(seen[0]?.body).toContain('{"complete_semester":"32"}')
    expect(seen[0]?.body).toContain('name="enrollment_letter"')
    expect(seen[0]?.body).toContain('%PDF-1.7')
  })

  test('can be cancelled without an error', async () => {
    const control = new AbortController()
    const { url } = await backend(() => control.abort())
    const failures = connect(url)
    const answer = resolveStudent({}, letter, { signal: control.signal })
    expect(await answer).toMatchObject({ ok: false, failure: { reason: 'left' } })
    expect(failures).toEqual([])
  })

  test('fails if nothing moves for as long as a call may last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { promise: asked, resolve } = deferred()
    const { url } = await backend(resolve)
    connect(url)
    const answer = resolveStudent({}, letter)
    await asked
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 1)
    expect(await answer).toMatchObject({ ok: false, failure: { reason: 'noResponse' } })
    vi.useRealTimers()
  })

  test.each([
    [413, 'PAYLOAD_TOO_LARGE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%i is a refusal', async (status, code) => {
    connect((await backend(sendJson({ code, data: { field: 'enrollment_letter' } }, status))).url)
    expect(await resolveStudent({}, letter)).toMatchObject({
      ok: false,
      failure: { reason: 'refused', status, field: 'enrollment_letter' },
    })
  })
})
