import { describe, expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { GatewayError } from '../../core/errors.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import type { SendTokenRequest } from '../../providers/token-exchange.ts'
import { createTokenCache } from './token-cache.ts'

const hour = 3_600
const neverAborted = new AbortController().signal

function setUp() {
  const clock = createManualClock()
  const tokens = createTokenCache(clock)
  let sent = 0
  let answer: SendTokenRequest = async () => ({ status: 200, text: `{"token":"t${sent}"}` })
  const exchange = {
    request: () => ({ url: 'https://auth.example', headers: {}, body: '' }),
    read: (wire: unknown) => ({
      token: String((wire as Record<string, unknown>).token),
      lifetimeSeconds: hour,
    }),
  }
  return {
    clock,
    tokens,
    requestToken: (place = 'a', signal = neverAborted) =>
      tokens.tokenFor(
        {
          exchange,
          place,
          send(request) {
            sent++
            return answer(request)
          },
        },
        signal,
      ),
    answerWith(next: SendTokenRequest) {
      answer = next
    },
    sent: () => sent,
  }
}

describe('tokens', () => {
  test('are fetched once for all waiting calls, and returned at once from then on', async () => {
    const { requestToken, sent } = setUp()
    expect(await Promise.all([requestToken(), requestToken(), requestToken()])).toEqual(['t1', 't1', 't1'])
    expect(requestToken()).toBe('t1')
    expect(await requestToken('b')).toBe('t2')
    expect(sent()).toBe(2)
  })

  test('are renewed before they expire, while the current one is returned', async () => {
    const { requestToken, clock, sent } = setUp()
    await requestToken()
    clock.advance((hour - 301) * 1_000)
    expect(requestToken()).toBe('t1')
    expect(sent()).toBe(1)
    clock.advance(2_000)
    expect([requestToken(), requestToken()]).toEqual(['t1', 't1'])
    await setImmediate()
    expect(requestToken()).toBe('t2')
    expect(sent()).toBe(2)
  })

  test('survive a failed renewal, which is not repeated with every call', async () => {
    const { requestToken, answerWith, clock, sent } = setUp()
    await requestToken()
    answerWith(async () => ({ status: 503, text: '' }))
    clock.advance((hour - 200) * 1_000)
    expect(requestToken()).toBe('t1')
    await setImmediate()
    expect(requestToken()).toBe('t1')
    expect(sent()).toBe(2)
    clock.advance(11_000)
    expect(requestToken()).toBe('t1')
    await setImmediate()
    expect(sent()).toBe(3)
  })

  test('are not returned after they expire', async () => {
    const { requestToken, answerWith, clock } = setUp()
    await requestToken()
    answerWith(async () => ({ status: 503, text: '' }))
    clock.advance(hour * 1_000)
    await expect(Promise.resolve(requestToken())).rejects.toMatchObject({ status: 503 })
  })

  test('are fetched again after a refusal, unless they are newer', async () => {
    const { requestToken, tokens, sent } = setUp()
    await requestToken()
    tokens.drop('a', 'older')
    expect(requestToken()).toBe('t1')
    tokens.drop('a', 't1')
    expect(await requestToken()).toBe('t2')
    expect(sent()).toBe(2)
  })

  test('are requested again by the next call after a refusal', async () => {
    const { requestToken, answerWith } = setUp()
    answerWith(async () => ({ status: 400, text: '{"error":"invalid_grant"}' }))
    await expect(Promise.resolve(requestToken())).rejects.toMatchObject({ status: 401, message: 'invalid_grant' })
    answerWith(async () => ({ status: 200, text: '{"token":"t"}' }))
    expect(await requestToken()).toBe('t')
  })

  test('are still fetched for others when one waiting call is aborted', async () => {
    const { requestToken, answerWith } = setUp()
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
    answerWith(() => promise)
    const aborting = new AbortController()
    const [aborted, waiting] = [Promise.resolve(requestToken('a', aborting.signal)), Promise.resolve(requestToken())]
    aborting.abort(new GatewayError('client_closed_request'))
    await expect(aborted).rejects.toMatchObject({ code: 'client_closed_request' })
    resolve({ status: 200, text: '{"token":"late"}' })
    expect(await waiting).toBe('late')
  })
})
