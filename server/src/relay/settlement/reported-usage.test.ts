import { describe, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import fc from 'fast-check'
import { always, byRatio } from '../../core/billing/test-prices.ts'
import { inputTotal, outputTotal } from '../../core/usage/usage.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { parseAnthropicUsage } from '../../protocols/anthropic-messages/parse-usage.ts'
import { parseGeminiUsage } from '../../protocols/gemini/parse-usage.ts'
import { parseOpenaiUsage } from '../../protocols/openai-chat/parse-usage.ts'
import {
  parseImageUsage,
  parseRerankUsage,
  parseSpeechUsage,
  parseTranscriptionUsage,
} from '../../protocols/openai-media/parse-usage.ts'
import { parseRealtimeUsage } from '../../protocols/openai-realtime/parse-event.ts'
import { parseResponsesUsage } from '../../protocols/openai-responses/parse-usage.ts'
import { parseConverseUsage } from '../../providers/bedrock/parse-converse.ts'
import { chatglmAdapter } from '../../providers/chatglm/adapter.ts'
import { parseCohereUsage } from '../../providers/cohere/parse-usage.ts'
import { cozeAdapter } from '../../providers/coze/adapter.ts'
import { parseMessageUsage, splitTotal } from '../../providers/dify/parse-usage.ts'
import { hunyuanAdapter } from '../../providers/hunyuan/adapter.ts'
import { ollamaAdapter } from '../../providers/ollama/adapter.ts'
import { sparkAdapter } from '../../providers/spark/adapter.ts'
import { wenxinAdapter } from '../../providers/wenxin/adapter.ts'
import { parseServerMessage } from '../../realtime/gemini-live/parse-server.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { meter } from './meter.ts'

type Ratios = Parameters<typeof byRatio>[0]

/** The charge for a complete answer; the gateway itself counts 10 tokens of input and 5 of output. */
async function chargeFor(
  reported: ReportedUsage | null,
  ratios: Ratios,
  { routedModel = 'm', maxOutputTokens = null }: { routedModel?: string; maxOutputTokens?: number | null } = {},
) {
  const terms = { price: always(byRatio(ratios)), groupRatio: 1, quotaPerUnit: 500_000, units: 1, imageFactor: null }
  const request = { maxOutputTokens, n: 1, body: {} }
  const body = { bytes: new Uint8Array(40) }
  const call = { inputTokens: 10, terms, routedModel, request, body } as unknown as AdmittedCall
  const { charge, isEstimated, usage } = await meter(call, 'complete', {
    reported,
    countInput: async () => 10,
    countOutput: () => 5,
  })
  return { quota: charge.quota as number, isEstimated, usage }
}

const plain = { ratio: 1, completionRatio: 6, cacheReadRatio: 0.1 }

describe('cached tokens under the names of other hosts', () => {
  const claude = { ratio: 1.5, completionRatio: 5, cacheReadRatio: 0.1, cacheWrite5mRatio: 1.25 }
  const sides = { prompt_tokens: 10_000, completion_tokens: 100 }
  const prompt_tokens_details = { cached_tokens: 6_000 }
  test.each([
    { ...sides, prompt_tokens_details, cache_creation_input_tokens: 3_000 },
    { ...sides, prompt_tokens_details: { cached_tokens: 6_000, cache_creation_tokens: 3_000 } },
    {
      ...sides,
      claude_cache_creation_5_m_tokens: 3_000,
      prompt_tokens_details: { cached_tokens: 6_000, cached_creation_tokens: 3_000 },
    },
    { ...sides, total_tokens: 10_100, prompt_tokens_details, cache_creation: { ephemeral_5m_input_tokens: '3000' } },
    {
      prompt_tokens: 1_000,
      completion_tokens: 100,
      total_tokens: 10_100,
      prompt_tokens_details,
      cache_write_tokens: 3_000,
    },
  ])('are charged at their prices: %j', async (usage) => {
    expect(await chargeFor(parseOpenaiUsage(usage), claude)).toMatchObject({ quota: 8_775, isEstimated: false })
  })
  test('are read where only their top-level count is reported', async () => {
    const usage = { ...sides, cache_read_tokens: 6_000 }
    expect(await chargeFor(parseOpenaiUsage(usage), claude)).toMatchObject({ quota: 7_650, isEstimated: false })
  })
  test('are read in Responses too', async () => {
    const usage = { input_tokens: 10_000, output_tokens: 100, cache_read_tokens: 6_000, cache_creation_tokens: 3_000 }
    expect(await chargeFor(parseResponsesUsage({ usage }), claude)).toMatchObject({ quota: 8_775 })
  })
})

describe('totals', () => {
  const chat = (total: object) => parseOpenaiUsage({ prompt_tokens: 9, completion_tokens: 5, ...total })
  const responses = (total: object) => parseResponsesUsage({ usage: { input_tokens: 9, output_tokens: 5, ...total } })
  const gemini = (total: object) =>
    parseGeminiUsage({ promptTokenCount: 9, candidatesTokenCount: 5, ...mapped(total, 'totalTokenCount') })
  const mapped = (total: object, name: string) =>
    Object.fromEntries(Object.values(total).map((value) => [name, value as unknown]))

  for (const [name, read] of Object.entries({ chat, responses, gemini })) {
    test(`${name}: what the total has beyond both parts is output`, async () => {
      expect((await chargeFor(read({ total_tokens: 200 }), plain)).quota).toBe(1_155)
      expect((await chargeFor(read({ total_tokens: '200' }), plain)).quota).toBe(1_155)
    })
    test.each([{}, { total_tokens: 0 }, { total_tokens: 10 }, { total_tokens: -1 }, { total_tokens: 1e15 }])(
      `${name}: %j changes nothing`,
      async (total) => {
        expect((await chargeFor(read(total), plain)).quota).toBe(39)
      },
    )
  }
  test('a missing part is the rest of the total, else the own count', async () => {
    expect(await chargeFor(parseOpenaiUsage({ prompt_tokens: 9, total_tokens: 14 }), plain)).toMatchObject({
      quota: 39,
    })
    expect(await chargeFor(parseOpenaiUsage({ prompt_tokens: 9, completion_tokens: null }), plain)).toMatchObject({
      quota: 39,
      isEstimated: true,
    })
    expect(await chargeFor(parseOpenaiUsage({ prompt_tokens: 'x', completion_tokens: 20 }), plain)).toMatchObject({
      quota: 130,
      isEstimated: true,
    })
    const soundOnly = { prompt_tokens_details: { audio_tokens: 3 } }
    expect(await chargeFor(parseOpenaiUsage(soundOnly), plain)).toMatchObject({ quota: 40, isEstimated: true })
  })
  test('embeddings without a count of output are as reported', async () => {
    const terms = { price: always(byRatio(plain)), groupRatio: 1, quotaPerUnit: 500_000, units: 1, imageFactor: null }
    const call = {
      inputTokens: 10,
      terms,
      routedModel: 'm',
      request: { maxOutputTokens: null, n: 1 },
    } as unknown as AdmittedCall
    const counts = { countInput: async () => 10, countOutput: () => 0 }
    const metered = await meter(call, 'complete', { reported: parseOpenaiUsage({ prompt_tokens: 7 }), ...counts })
    expect(metered).toMatchObject({ isEstimated: false, usage: { inputText: 7, outputText: 0 } })
  })
})

describe('reasoning above the output is beside it', () => {
  const ofOpenai = (input: string, output: string) => (completion: unknown, total: unknown) => ({
    [input]: 10,
    [output]: completion,
    total_tokens: total,
    [`${output}_details`]: { reasoning_tokens: 50 },
  })
  const chat = ofOpenai('prompt_tokens', 'completion_tokens')
  const responses = ofOpenai('input_tokens', 'output_tokens')
  const readers: Record<string, (completion: unknown, total?: unknown) => ReportedUsage | null> = {
    chat: (completion, total) => parseOpenaiUsage(chat(completion, total)),
    responses: (completion, total) => parseResponsesUsage({ usage: responses(completion, total) }),
  }
  for (const [name, read] of Object.entries(readers)) {
    test(`${name}: with or without a total, and only a total that includes it agrees`, async () => {
      const whole = { quota: 340, usage: { inputText: 10, outputText: 55, reasoning: 50 } }
      expect(await chargeFor(read(5, 65), plain)).toMatchObject({ ...whole, isEstimated: false })
      for (const total of [undefined, 15, 40, 60])
        expect(await chargeFor(read(5, total), plain)).toMatchObject({ ...whole, isEstimated: true })
    })
    test(`${name}: within the output it is not counted twice`, async () => {
      for (const total of [undefined, 70])
        expect(await chargeFor(read(60, total), plain)).toMatchObject({ quota: 370, isEstimated: false })
      expect(await chargeFor(read(50), plain)).toMatchObject({ quota: 310, isEstimated: false })
    })
    test(`${name}: an output that is missing, or less than it in the total, has it`, async () => {
      for (const total of [undefined, 15])
        expect(await chargeFor(read(undefined, total), plain)).toMatchObject({ quota: 310, isEstimated: true })
      expect(await chargeFor(read(undefined, 70), plain)).toMatchObject({ quota: 370, isEstimated: false })
    })
  }
  test('messages: of thinking too', async () => {
    const read = (output_tokens: unknown, thinking_tokens = 50) =>
      parseAnthropicUsage({ input_tokens: 10, output_tokens, output_tokens_details: { thinking_tokens } })
    expect(await chargeFor(read(60), plain)).toMatchObject({ quota: 370, isEstimated: false })
    expect(await chargeFor(read(5), plain)).toMatchObject({ quota: 340, isEstimated: true })
    expect(await chargeFor(read(null), plain)).toMatchObject({ quota: 310, isEstimated: true })
  })
  test('gemini: thoughts are always beside the candidates, and above what a total leaves', async () => {
    const read = (counts: object) => parseGeminiUsage({ promptTokenCount: 10, thoughtsTokenCount: 50, ...counts })
    for (const total of [{}, { totalTokenCount: 65 }])
      expect(await chargeFor(read({ candidatesTokenCount: 5, ...total }), plain)).toMatchObject({
        quota: 340,
        isEstimated: false,
      })
    expect(await chargeFor(read({ candidatesTokenCount: 5, totalTokenCount: 15 }), plain)).toMatchObject({
      quota: 340,
      isEstimated: true,
    })
    expect(await chargeFor(read({ totalTokenCount: 15 }), plain)).toMatchObject({ quota: 310, isEstimated: true })
  })
  test('beside placeholders of 0 the input is counted', async () => {
    const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
    const usage = { ...zeros, completion_tokens_details: { reasoning_tokens: 50 } }
    expect(await chargeFor(parseOpenaiUsage(usage), plain)).toMatchObject({ quota: 310, isEstimated: true })
  })
})

describe('tokens that no count of their side includes are believed up to what the call can use', () => {
  const far = 100_000_000
  const output = async (wire: object, limits: Parameters<typeof chargeFor>[2] = {}, read = parseOpenaiUsage) =>
    outputTotal((await chargeFor(read(wire), plain, limits)).usage)
  const sides = { prompt_tokens: 9, completion_tokens: 5 }
  test('a total: the request’s limit, the model’s, or that of the largest known answer', async () => {
    const wire = { ...sides, total_tokens: far }
    expect(await output(wire, { maxOutputTokens: 300 })).toBe(300)
    expect(await output(wire, { routedModel: 'gpt-4.1' })).toBe(32_768)
    expect(await output(wire)).toBe(131_072)
    expect(await chargeFor(parseOpenaiUsage(wire), plain)).toMatchObject({ isEstimated: true })
  })
  test('a limit reduces nothing that a side reports', async () => {
    expect(await output({ ...sides, completion_tokens: 400, total_tokens: far }, { maxOutputTokens: 300 })).toBe(400)
    expect(await output({ ...sides, completion_tokens: 2_000_000 })).toBe(2_000_000)
  })
  test('reasoning outside of the output, which a request may not limit: the model’s limit', async () => {
    const of = (tokens: number) => ({
      ...sides,
      total_tokens: 14 + tokens,
      completion_tokens_details: { reasoning_tokens: tokens },
    })
    expect(await output(of(900), { maxOutputTokens: 300 })).toBe(905)
    expect(await output(of(1_000_000), { routedModel: 'gpt-4.1', maxOutputTokens: 300 })).toBe(32_768)
    const { total_tokens: _, ...alone } = of(1_000_000)
    expect(await output(alone, { routedModel: 'gpt-4.1', maxOutputTokens: 300 })).toBe(32_768)
  })
  test('sound and pictures above their side, and a side that is only the rest of the total', async () => {
    const details = { audio_tokens: far }
    expect(await output({ ...sides, completion_tokens_details: details }, { maxOutputTokens: 300 })).toBe(300)
    expect(await output({ prompt_tokens: 9, total_tokens: far }, { maxOutputTokens: 300 })).toBe(300)
    const gemini = { promptTokenCount: 9, candidatesTokenCount: 5, totalTokenCount: far }
    expect(await output(gemini, { maxOutputTokens: 300 }, parseGeminiUsage)).toBe(300)
  })
  test('cached tokens above the prompt: the context of the model', async () => {
    const cached = { ...sides, prompt_tokens_details: { cached_tokens: far } }
    expect(inputTotal((await chargeFor(parseOpenaiUsage(cached), plain, { routedModel: 'gpt-4.1' })).usage)).toBe(
      1_047_576,
    )
    const agreed = { ...sides, total_tokens: 5_000_014, prompt_tokens_details: { cached_tokens: 5_000_000 } }
    expect(inputTotal((await chargeFor(parseOpenaiUsage(agreed), plain)).usage)).toBe(2_097_152)
  })
})

test('an unreadable part of no weight marks the row and replaces nothing', async () => {
  const usage = { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: -5 } }
  expect(await chargeFor(parseOpenaiUsage(usage), plain)).toMatchObject({ quota: 160, isEstimated: true })
})

test('zeros for a turn in which only a program continued are charged as reported, other zeros by the own count', async () => {
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }
  const ofProgram = { ...call, caller: { type: 'program', caller_id: 'p' } }
  const result = { type: 'program_output', call_id: 'p', result: '1', status: 'completed' }
  for (const item of [ofProgram, result])
    expect(await chargeFor(parseResponsesUsage({ usage, output: [item] }), plain)).toMatchObject({
      quota: 0,
      isEstimated: false,
    })
  expect((await chargeFor(parseResponsesUsage({ usage, output: [call] }), plain)).quota).toBe(40)
  expect((await chargeFor(parseResponsesUsage({ usage: {}, output: [ofProgram] }), plain)).quota).toBe(40)
})

test.each([
  [93, { billed_units: { input_tokens: 39, output_tokens: 27 }, tokens: { input_tokens: 1_683 }, cached_tokens: 992 }],
  [74, { billed_units: { input_tokens: 46, output_tokens: 14 }, tokens: { input_tokens: 1_445 }, cached_tokens: 704 }],
  // Without a count of billed tokens, the cached ones are among those that are charged.
  [587, { tokens: { input_tokens: 1_000, output_tokens: 43 }, cached_tokens: 998 }],
])('Cohere: %d for %j', async (quota, usage) => {
  expect((await chargeFor(parseCohereUsage(usage), { ratio: 1, completionRatio: 2, cacheReadRatio: 0.5 })).quota).toBe(
    quota,
  )
})

describe('every reader of usage', () => {
  const nested =
    (...path: string[]) =>
    (wire: unknown): JsonRecord =>
      path.reduceRight<unknown>((value, name) => ({ [name]: value }), wire) as JsonRecord
  const inUsage = nested('usage')
  const readers: Record<string, (wire: unknown) => ReportedUsage | null> = {
    chat: parseOpenaiUsage,
    responses: (wire) => parseResponsesUsage(inUsage(wire)),
    messages: parseAnthropicUsage,
    gemini: parseGeminiUsage,
    'gemini live': (wire) => parseServerMessage(JSON.stringify({ usageMetadata: wire })).usage,
    images: parseImageUsage,
    transcripts: parseTranscriptionUsage,
    speech: parseSpeechUsage,
    ranking: (wire) => parseRerankUsage(inUsage(wire)),
    realtime: parseRealtimeUsage,
    bedrock: parseConverseUsage,
    chatglm: (wire) => chatglmAdapter.parseUsage(nested('data', 'usage')(wire)),
    cohere: parseCohereUsage,
    coze: (wire) => cozeAdapter.parseUsage(nested('data', 'usage')(wire)),
    dify: (wire) => parseMessageUsage(inUsage(wire)),
    'dify workflow': (wire) => splitTotal(wire, 'words'),
    hunyuan: (wire) => hunyuanAdapter.parseUsage(nested('Response', 'Usage')(wire)),
    ollama: (wire) => ollamaAdapter.parseUsage(nested('x')(wire).x as JsonRecord),
    spark: (wire) => sparkAdapter.parseUsage(nested('payload', 'usage', 'text')(wire)),
    wenxin: (wire) => wenxinAdapter.parseUsage(inUsage(wire)),
  }
  const records = new Set(['ollama'])

  const counts = [
    'input_tokens',
    'output_tokens',
    'prompt_tokens',
    'completion_tokens',
    'total_tokens',
    'token_count',
    'cached_tokens',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
    'cache_read_tokens',
    'cache_creation_tokens',
    'claude_cache_creation_1_h_tokens',
    'audio_tokens',
    'image_tokens',
    'text_tokens',
    'reasoning_tokens',
    'ephemeral_1h_input_tokens',
    'ephemeral_5m_input_tokens',
    'num_search_queries',
    'promptTokenCount',
    'candidatesTokenCount',
    'totalTokenCount',
    'cachedContentTokenCount',
    'tokenCount',
    'thoughtsTokenCount',
    'responseTokenCount',
    'toolUsePromptTokenCount',
    'inputTokens',
    'outputTokens',
    'cacheReadInputTokens',
    'input_count',
    'output_count',
    'PromptTokens',
    'CompletionTokens',
    'TotalTokens',
    'prompt_eval_count',
    'eval_count',
    'seconds',
    'web_search_requests',
    'citation_tokens',
  ]
  const groups = [
    'prompt_tokens_details',
    'completion_tokens_details',
    'input_tokens_details',
    'output_tokens_details',
    'input_token_details',
    'output_token_details',
    'cached_tokens_details',
    'cache_creation',
    'server_tool_use',
    'promptTokensDetails',
    'candidatesTokensDetails',
    'billed_units',
    'tokens',
    'iterations',
  ]
  const count = fc.oneof(
    fc.nat(1_000),
    fc.nat(1_000).map(String),
    fc.constantFrom(null, '', 'x', -1, '-1', 0.5, '0.5', 1e15, '1e15', 1e308, true, [], {}, [1], { a: 1 }, -0),
    fc.double(),
    fc.bigInt().map(String),
  )
  const wires = fc
    .letrec<{ wire: unknown; report: unknown }>((tie) => ({
      report: fc
        .tuple(
          fc.dictionary(fc.constantFrom(...counts), count, { maxKeys: 8 }),
          fc.dictionary(fc.constantFrom(...groups), tie('wire'), { maxKeys: 2, depthIdentifier: 'usage' }),
        )
        .map(([own, others]) => ({ type: 'compaction', modality: 'AUDIO', ...own, ...others })),
      wire: fc.oneof(
        { depthIdentifier: 'usage', maxDepth: 3 },
        count,
        tie('report'),
        fc.array(tie('report'), { maxLength: 2 }),
      ),
    }))
    .wire.map((wire): unknown => JSON.parse(JSON.stringify(wire ?? null)))

  // Where the side of the input includes cached tokens. The others report them beside it, as counts of their own.
  for (const name of ['chat', 'responses', 'gemini', 'images', 'transcripts', 'speech', 'realtime'] as const) {
    const sides = ['input_tokens', 'output_tokens', 'prompt_tokens', 'completion_tokens', 'candidatesTokenCount']
    const far = ['total_tokens', 'cached_tokens', 'audio_tokens', 'image_tokens', 'totalTokenCount', 'tokenCount']
    const report = fc
      .tuple(
        fc.dictionary(fc.constantFrom(...sides, 'promptTokenCount', 'thoughtsTokenCount'), fc.nat(1_000)),
        fc.dictionary(fc.constantFrom(...far, 'reasoning_tokens', 'cachedContentTokenCount'), fc.nat(100_000_000)),
        fc.dictionary(
          fc.constantFrom(...groups),
          fc.dictionary(fc.constantFrom(...far, 'reasoning_tokens'), fc.nat(100_000_000)),
        ),
      )
      .map(([own, others, details]) => ({ modality: 'AUDIO', ...own, ...others, ...details }))
    test(`${name}: no shape is charged above what the call can use`, async () => {
      await fc.assert(
        fc.asyncProperty(report, async (wire) => {
          const { usage } = await chargeFor(readers[name]?.(wire) ?? null, plain)
          expect(inputTotal(usage)).toBeLessThanOrEqual(2_097_152)
          expect(outputTotal(usage)).toBeLessThanOrEqual(131_072)
        }),
        { numRuns: 500 },
      )
    })
  }

  for (const [name, read] of Object.entries(readers)) {
    const shapes = records.has(name) ? wires.filter((wire) => typeof wire === 'object' && wire !== null) : wires
    test(`${name}: any shape is charged by the report or by the own count`, async () => {
      await fc.assert(
        fc.asyncProperty(shapes, async (wire) => {
          const { quota, usage } = await chargeFor(read(wire), plain)
          expect(Number.isSafeInteger(quota)).toBe(true)
          expect(quota).toBeGreaterThan(0)
          expect(outputTotal(usage)).toBeGreaterThanOrEqual(0)
        }),
        { numRuns: 300 },
      )
    })
    test(`${name}: numbers as text are the numbers`, () => {
      const asText = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === 'number' ? String(one) : one))
      fc.assert(
        fc.property(shapes, (wire) => {
          expect(read(asText(wire))).toEqual(read(wire))
        }),
        { numRuns: 100 },
      )
    })
  }
})
