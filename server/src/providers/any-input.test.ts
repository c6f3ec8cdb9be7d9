import { describe, expect, test } from 'bun:test'
import { parseJson, recordOf } from '@sluice/contract/read-json'
import fc from 'fast-check'
import { jwtVerify } from 'jose'
import { readRefusal } from '../core/test-failures.ts'
import type { CallOperation } from '../protocols/call-operation.ts'
import { signJwt } from './chatglm/sign.ts'
import { fitAnswerText } from './fit-answer-text.ts'
import { withFit } from './fit-body.ts'
import { providers } from './index.ts'

// Every provider reads answers, errors, keys and bodies of any content without an exception.

const channel = { baseUrl: 'https://host.example', organization: null, other: '' }
const settings = { claudeHeaders: {}, geminiVersions: {} }
const operations: CallOperation[] = ['chat', 'completions', 'embeddings', 'rerank', 'moderations']

/** A value as a parser of JSON makes it: its objects have their usual prototype. */
const asParsed = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Names that the readers look for, with values of any kind. */
const names = [
  'data',
  'models',
  'result',
  'error',
  'code',
  'message',
  'detail',
  'errors',
  'id',
  'name',
  'success',
  'status',
  'balance_infos',
  'currency',
  'total_balance',
  'available_balance',
  'totalBalance',
  'totalPoints',
  'total_credits',
  'total_usage',
  'hard_limit_usd',
  'has_payment_method',
  'access_token',
  'expires_in',
]
const answer = fc
  .letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(fc.jsonValue(), tie('object'), fc.array(tie('object'), { maxLength: 2 })),
    object: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5, depthIdentifier: 'read' }),
  }))
  .value.map(asParsed)

const fields = [
  'model',
  'messages',
  'temperature',
  'top_p',
  'top_k',
  'n',
  'stop',
  'seed',
  'max_tokens',
  'tools',
  'tool_choice',
  'max_completion_tokens',
  'stream',
  'stream_options',
  'thinking',
  'reasoning_effort',
  'content',
  'role',
  'tool_calls',
  'tool_call_id',
  'id',
  'type',
  'source',
  'encoding_format',
  'size',
]
const body = fc
  .dictionary(
    fc.constantFrom(...fields),
    fc.oneof(
      fc.jsonValue(),
      fc.array(fc.dictionary(fc.constantFrom(...fields), fc.jsonValue(), { maxKeys: 4 }), { maxLength: 3 }),
    ),
    { maxKeys: 8 },
  )
  .map(asParsed)
/** Texts like keys: with the separators of their parts. */
const key = fc.oneof(
  fc.string(),
  fc.array(fc.string(), { maxLength: 5 }).map((parts) => parts.join('|')),
)
const model = fc.oneof(fc.string(), fc.constantFrom(...providers.flatMap(({ models }) => models)))

describe.each(providers.map((provider) => ({ provider, id: provider.id })))('$id', ({ provider }) => {
  test('reads any answer about its account', () => {
    fc.assert(
      fc.property(answer, answer, (first, second) => {
        const balance = provider.balance?.read([first, second], channel)
        if (balance) expect(Number.isFinite(balance.amount)).toBe(true)
        provider.balance?.nextUrl({ channel, answers: [first], now: 0 })
        provider.uploads?.readId(JSON.stringify(first))
        const text = JSON.stringify(first)
        provider.readError?.({ headers: new Headers(), text })
        provider.typeOfError?.({ message: text, type: text, code: text })
        if (provider.fitAnswer)
          for (const operation of ['chat', 'completions'] as const)
            expect(parseJson(fitAnswerText(provider.fitAnswer, text, operation))).toBeDefined()
      }),
      { numRuns: 60 },
    )
  })

  test('fits any body, and a fitted body is not changed again', () => {
    const { fitBody, fitMessages } = provider
    fc.assert(
      fc.property(body, model, fc.constantFrom(...operations), (sent, upstreamModel, operation) => {
        readRefusal(() => {
          if (fitBody) {
            const once = withFit(sent, fitBody(sent, { operation, upstreamModel }))
            expect(withFit(once, fitBody(once, { operation, upstreamModel }))).toEqual(once)
          }
          fitMessages?.(sent, { upstreamModel, isStream: false, betas: [] })
        })
      }),
      { numRuns: 60 },
    )
  })

  test('reads any key', async () => {
    await fc.assert(
      fc.asyncProperty(key, model, async (keyText, upstreamModel) => {
        provider.parseKey?.(keyText)
        const call = { operation: 'chat', path: '/v1/chat/completions', isStream: false, settings } as const
        readRefusal(() => provider.urlOf({ ...call, channel, key: keyText, upstreamModel }))
        readRefusal(() => provider.modelListUrlOf(channel, keyText))
        readRefusal(() => provider.headersOf({ channel, key: keyText, settings, clientHeaders: null, model: '' }))
        const exchange = provider.tokenExchangeOf?.(keyText, channel)
        exchange?.read(recordOf(keyText))
        const isReadable = provider.parseKey?.(keyText).ok !== false
        const request = {
          method: 'POST',
          url: 'https://host.example/',
          headers: {},
          body: Buffer.from(keyText),
        } as const
        if (isReadable && keyText !== '') await provider.sign?.(request, keyText, 1_760_000_000_000)
      }),
      { numRuns: 40 },
    )
  })
})

test('a token of Zhipu is verified by its secret, and holds its key and its times', async () => {
  const part = fc.string({ minLength: 1 }).filter((text) => !text.includes('.') && text.trim() === text)
  await fc.assert(
    fc.asyncProperty(part, part, fc.nat(4e12), async (id, secret, now) => {
      const { payload, protectedHeader } = await jwtVerify(
        await signJwt(`${id}.${secret}`, now),
        new TextEncoder().encode(secret),
        // The times of the token are milliseconds.
        { currentDate: new Date(0) },
      )
      expect(payload).toEqual({ api_key: id, exp: now + 86_400_000, timestamp: now })
      expect(protectedHeader).toEqual({ alg: 'HS256', sign_type: 'SIGN' } as object as typeof protectedHeader)
    }),
    { numRuns: 30 },
  )
})
