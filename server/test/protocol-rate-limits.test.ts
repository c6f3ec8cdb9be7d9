import { describe, expect, test } from 'bun:test'
import { answerError, answerJson } from './answers.ts'
import { forTests } from './for-tests.ts'
import { answers, type FormatName, formatNames, modelOf, startProtocolServer } from './protocol-fakes.ts'

// An upstream's rate limits reach the client in the client's format.

const gateway = forTests(startProtocolServer)

const hints: Record<FormatName, Record<string, string>> = {
  openai: {
    'x-ratelimit-limit-requests': '60',
    'x-ratelimit-remaining-requests': '59',
    'x-ratelimit-reset-requests': '1s',
    'x-ratelimit-remaining-tokens': '149984',
    'x-ratelimit-limit-weight': '3',
  },
  anthropic: {
    'anthropic-ratelimit-requests-limit': '60',
    'anthropic-ratelimit-requests-remaining': '59',
    'anthropic-ratelimit-requests-reset': '2000-01-01T00:00:00Z',
    'anthropic-ratelimit-tokens-remaining': '149984',
    'anthropic-ratelimit-output-tokens-remaining': '8000',
  },
  gemini: { 'x-ratelimit-limit-requests': '60' },
}

const readLimits = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.includes('ratelimit')))

describe.each([...formatNames])('a client that speaks %s', (client) => {
  test.each([...formatNames])('reads the limits of an upstream that speaks %s', async (upstream) => {
    const hintedAnswer = answerJson(answers[upstream], { headers: hints[upstream] })
    gateway.fakes[upstream].answerWith(hintedAnswer)
    const response = await gateway.call(client, modelOf[upstream])
    expect(response.status).toBe(200)
    const read = readLimits(response)
    if (client === 'gemini' || upstream === 'gemini') expect(read).toEqual({})
    else if (client === 'openai')
      expect(read).toEqual({
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-reset-requests': upstream === 'openai' ? '1s' : '0s',
        'x-ratelimit-remaining-tokens': '149984',
      })
    else {
      const { 'anthropic-ratelimit-requests-reset': reset, ...rest } = read
      expect(reset).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(rest).toEqual({
        'anthropic-ratelimit-requests-limit': '60',
        'anthropic-ratelimit-requests-remaining': '59',
        'anthropic-ratelimit-tokens-remaining': '149984',
        ...(upstream === 'anthropic' && { 'anthropic-ratelimit-output-tokens-remaining': '8000' }),
      })
    }
  })

  test('reads them with a refusal, and when to retry', async () => {
    const headers = { ...hints.openai, 'retry-after': '30' }
    gateway.fakes.openai.answerWith(answerError(429, 'slow down', {}, headers))
    const response = await gateway.call(client, modelOf.openai)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('30')
    const names = Object.keys(readLimits(response)).map((name) => name.split('-')[0])
    expect([...new Set(names)]).toEqual({ openai: ['x'], anthropic: ['anthropic'], gemini: [] }[client])
    const body = (await response.json()) as { error: { details?: { retryDelay?: string }[] } }
    const delays = body.error.details?.flatMap(({ retryDelay }) => retryDelay ?? [])
    expect(delays).toEqual(client === 'gemini' ? ['30s'] : undefined)
  })

  test('receives the time to retry if the upstream sends it only in the body', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12.3s' }]
    const error = { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED', details }
    gateway.fakes.gemini.answerWith(answerJson({ error }, { status: 429 }))
    const response = await gateway.call(client, modelOf.gemini)
    expect(response.headers.get('retry-after')).toBe('13')
  })
})
