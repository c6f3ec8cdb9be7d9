import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { KnownUse } from '../../core/billing/billable.ts'
import { always, byRatio } from '../../core/billing/test-prices.ts'
import type { AskedTool } from '../../core/usage/asked-tools.ts'
import { inputTotal, noUsage, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import type { CallEnd } from '../call/call-end.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { meter } from './meter.ts'

interface Given {
  model?: string
  n?: number
  /** Fields of the body. */
  fields?: object
  bytes?: number
}

const createCall = (ratio: number, { model = 'm', n = 1, fields = {}, bytes = 40 }: Given = {}) =>
  ({
    inputTokens: 10,
    routedModel: model,
    request: { maxOutputTokens: null, n, body: fields },
    body: { bytes: { length: bytes } },
    terms: {
      price: always(byRatio({ ratio })),
      groupRatio: 1,
      quotaPerUnit: 500_000,
      units: 1,
      imageFactor: null,
    },
  }) as unknown as AdmittedCall

/** The local count is 10 tokens of input and 5 of output. */
const meterCall = (end: CallEnd, reported: Partial<Usage> | null, ratio = 1) =>
  meter(createCall(ratio), end, {
    reported: reported && { ...noUsage, ...reported },
    countInput: async () => 10,
    countOutput: () => 5,
  })

test("a complete answer is charged by the upstream's report", async () => {
  const { charge, isEstimated } = await meterCall('complete', { inputText: 7, outputText: 3 })
  expect({ quota: charge.quota as number, isEstimated }).toEqual({ quota: 10, isEstimated: false })
})

test.each([null, { inputText: -5, outputText: 100 }, { inputText: 100_000_001 }, { inputText: 1.5 }])(
  'an implausible report (%j) is replaced by the local count',
  async (reported) => {
    const { charge, isEstimated } = await meterCall('complete', reported)
    expect({ quota: charge.quota as number, isEstimated }).toEqual({ quota: 15, isEstimated: true })
  },
)

test('an impossibly large report is replaced by the local count', async () => {
  const { charge, isEstimated } = await meterCall('complete', { inputText: 100_000_000 }, 1e9)
  expect({ quota: charge.quota as number, isEstimated }).toEqual({ quota: 15e9, isEstimated: true })
})

test('the larger of report and local count is charged if the client left, the local count if the upstream was cut', async () => {
  const more = { inputText: 10, outputText: 50 }
  expect((await meterCall('client_gone', more)).charge.quota as number).toBe(60)
  expect((await meterCall('client_gone', { inputText: 10, outputText: 1 })).charge.quota as number).toBe(15)
  expect((await meterCall('upstream_cut', more)).charge.quota as number).toBe(15)
})

describe('a side of a report that cannot be true is the own count', () => {
  const meterReport = async (reported: Partial<Usage>, given: Given = {}, delivered = 5) => {
    const counts = { countInput: async () => 10, countOutput: () => delivered }
    const metered = await meter(createCall(1, given), 'complete', { reported: { ...noUsage, ...reported }, ...counts })
    return { ...metered, quota: metered.charge.quota as number }
  }
  const mcp = { tools: [{ type: 'mcp', server_label: 's' }] }
  const own = { tools: [{ type: 'function', function: { name: 'f' } }] }
  const turn = { input: 1_048_576, output: 524_288 }
  // Facts: gpt-4o has a context of 128,000 and answers of 16,384 tokens; gpt-5.4 1,050,000 and 128,000.
  const bounds: readonly [what: string, Given, most: { input: number; output: number }][] = [
    ['a known model', { model: 'gpt-4o' }, turn],
    ['a long context', { model: 'gpt-5.4' }, { input: 4_200_000, output: 524_288 }],
    ['a name that nobody knows', { model: 'm' }, { input: 8_388_608, output: 2_097_152 }],
    ['a name that nobody knows, with tools', { model: 'm', fields: mcp }, { input: 33_554_432, output: 8_388_608 }],
    ['tools of the upstream', { model: 'gpt-4o', fields: mcp }, { input: 16_777_216, output: 2_097_152 }],
    [
      'tools of Gemini',
      { model: 'gpt-4o', fields: { tools: [{ url_context: {} }] } },
      { input: 16_777_216, output: 2_097_152 },
    ],
    ['tools of the client', { model: 'gpt-4o', fields: own }, turn],
    ['a model that searches by itself', { model: 'sonar-deep-research' }, { input: 16_777_216, output: 2_097_152 }],
    ['several answers', { model: 'gpt-4o', n: 3 }, { input: 3_145_728, output: 1_572_864 }],
    ['a long request', { model: 'gpt-4o', bytes: 5_000_000 }, { input: 5_000_000, output: 524_288 }],
    [
      'a ranking that counts the query with each document',
      { model: 'gpt-4o', fields: { query: 'x'.repeat(4_000), documents: Array.from({ length: 1_000 }, () => 'y') } },
      { input: 4_000_040, output: 524_288 },
    ],
  ]
  const inputPart = fc.constantFrom('inputText', 'inputAudio', 'inputImage', 'cacheReadText', 'cacheWrite1h')
  const outputPart = fc.constantFrom('outputText', 'outputAudio', 'outputImage', 'outputReasoning')

  test.each(bounds)('%s', async (_, given, most) => {
    // Parts of one price, so that the charge is the number of tokens.
    const sides = (input: number, output: number) => meterReport({ inputText: input, outputText: output }, given)
    expect((await sides(most.input, most.output)).quota).toBe(most.input + most.output)
    expect(await sides(most.input + 1, 7)).toMatchObject({ quota: 17, unbelieved: { input: most.input + 1 } })
    expect(await sides(7, most.output + 1)).toMatchObject({ quota: 12, unbelieved: { output: most.output + 1 } })
    const tokens = (limit: number) =>
      fc.oneof(fc.integer({ min: 1, max: limit }), fc.integer({ min: 1, max: 100_000_000 }))
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(inputPart, tokens(most.input)),
        fc.tuple(outputPart, tokens(most.output)),
        async ([ofInput, input], [ofOutput, output]) => {
          const { usage, unbelieved, isEstimated, quota } = await meterReport(
            { [ofInput]: input, [ofOutput]: output },
            given,
          )
          const isBelieved = input <= most.input && output <= most.output
          expect(inputTotal(usage)).toBe(input <= most.input ? input : 10)
          expect(outputTotal(usage)).toBe(output <= most.output ? output : 5)
          expect([isEstimated, unbelieved === undefined]).toEqual([!isBelieved, isBelieved])
          expect(quota).toBeGreaterThan(0)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a long answer that was delivered is no reason for doubt', async () => {
    const outputText = 900_000
    expect((await meterReport({ inputText: 7, outputText }, { model: 'gpt-4o' }, 300_000)).quota).toBe(outputText + 7)
    expect((await meterReport({ inputText: 7, outputText }, { model: 'gpt-4o' }, 200_000)).quota).toBe(200_007)
  })
  test('the name that is sent decides over the one that was called', async () => {
    const counts = { countInput: async () => 10, countOutput: () => 5 }
    const reported = { ...noUsage, inputText: 3_000_000, outputText: 1 }
    const call = createCall(1, { model: 'gpt-4o' })
    const sentAs = async (upstreamModel: string) =>
      (await meter(call, 'complete', { reported, upstreamModel, ...counts })).charge.quota as number
    expect(await sentAs('gpt-5.4')).toBe(3_000_001)
    expect(await sentAs('gpt-4o-mini')).toBe(11)
  })
  test('of a stream that its client left, too; tools that ran are still charged', async () => {
    const reported = { ...noUsage, inputText: 10, outputText: 99_999_999, webSearchCalls: 2 }
    const counts = { countInput: async () => 10, countOutput: () => 5 }
    const metered = await meter(createCall(1), 'client_gone', { reported, ...counts })
    expect(metered).toMatchObject({ isEstimated: true, unbelieved: { output: 99_999_999 } })
    expect([inputTotal(metered.usage), outputTotal(metered.usage), metered.usage.webSearchCalls]).toEqual([10, 5, 2])
  })
})

describe('tools whose runs cannot be true', () => {
  const asked: AskedTool[] = [
    {
      type: 'advisor',
      option: 'a',
      run: { tool: 'advisor', count: 2, model: 'm', usage: { ...noUsage, outputText: 300 } },
    },
  ]
  async function meterTools(reported: Partial<ReportedUsage>, tools: readonly AskedTool[] = asked) {
    const call = createCall(1)
    const counts = { countInput: async () => 10, countOutput: () => 5 }
    const request = { ...call.request, tools }
    const report = { ...noUsage, inputText: 7, outputText: 3, ...reported }
    const price = { ...call.terms.price, toolModels: { m: always(byRatio({ ratio: 1 })) } }
    const terms = { ...call.terms, price }
    const snapshot = { options: {} } as AdmittedCall['snapshot']
    return meter({ ...call, snapshot, terms, request }, 'complete', { reported: report, ...counts })
  }
  const advised = (outputText: number, count = 1): Partial<ReportedUsage> => ({
    toolRuns: [{ tool: 'advisor', count, usage: { ...noUsage, outputText } }],
  })
  test('their tokens are the most that the request allows, with the prompt', async () => {
    expect((await meterTools(advised(1_048_576))).toolRuns).toMatchObject([{ usage: { outputText: 1_048_576 } }])
    expect((await meterTools(advised(2_097_152, 2))).unbelieved).toBeUndefined()
    const doubted = await meterTools(advised(1_048_577))
    expect(doubted.toolRuns).toMatchObject([{ count: 1, usage: { inputText: 10, outputText: 300 } }])
    expect(doubted).toMatchObject({ isEstimated: true, unbelieved: { tools: 1_048_577 } })
    expect((await meterTools(advised(1_048_577), [])).toolRuns).toMatchObject([{ usage: { inputText: 10 } }])
  })
  test('their calls are one', async () => {
    expect((await meterTools({ webSearchCalls: 1_000 })).usage.webSearchCalls).toBe(1_000)
    expect(await meterTools({ webSearchCalls: 1_001, fileSearchCalls: 3 })).toMatchObject({
      usage: { inputText: 7, outputText: 3, webSearchCalls: 1, fileSearchCalls: 3 },
      unbelieved: { tools: 1_001 },
    })
    const ran = (count: number) => ({ toolRuns: [{ tool: 'x_search', count }] as const })
    expect((await meterTools(ran(1_001))).toolRuns).toEqual([{ tool: 'x_search', count: 1 }])
    const many: AskedTool[] = [{ type: 'x_search', option: 'x_search', run: { tool: 'x_search', count: 2_000 } }]
    expect((await meterTools(ran(1_001), many)).toolRuns).toEqual([{ tool: 'x_search', count: 1_001 }])
  })
  test('searches of a ranking are those that its documents may be', async () => {
    const call = createCall(1)
    const counts = { countInput: async () => 10, countOutput: () => 0 }
    const unitsFor = async (units: number, unitsMost: number) => {
      const request = { ...call.request, unitsMost }
      return (await meter({ ...call, request }, 'complete', { reported: null, units, ...counts })).units
    }
    expect(await Promise.all([unitsFor(100, 2), unitsFor(101, 2), unitsFor(400, 100), unitsFor(401, 100)])).toEqual([
      100, 2, 400, 100,
    ])
  })
})

describe('seconds and characters that cannot be true are those of the request', () => {
  async function meterKnown(unit: 'second' | 'character', known: KnownUse, reported: Partial<Usage>) {
    const call = createCall(1)
    const base = { kind: 'per_call', price: 1, unit, factor: 1, rule: null } as const
    const terms = { ...call.terms, price: { ...call.terms.price, base, units: [unit] } }
    const counts = { countInput: async () => 10, countOutput: () => 5 }
    return meter({ ...call, known, terms }, 'complete', { reported: { ...noUsage, ...reported }, ...counts })
  }
  test.each([
    [15, false, 60, true],
    [15, false, 61, false],
    [100, false, 400, true],
    [100, false, 401, false],
    [100, true, 2_000, true],
    [100, true, 2_001, false],
  ])('a recording of %d seconds (estimated: %p), reported as %d', async (length, isEstimated, seconds, isBelieved) => {
    const known = { usage: { ...noUsage, inputAudio: 1, seconds: length }, isEstimated }
    const { usage, unbelieved } = await meterKnown('second', known, { inputAudio: 1, seconds })
    expect(usage.seconds).toBe(isBelieved ? seconds : length)
    expect(unbelieved).toEqual(isBelieved ? undefined : { seconds })
  })
  test.each([
    [10, 1_000, true],
    [10, 1_001, false],
    [5_000, 20_000, true],
    [5_000, 20_001, false],
  ])('a text of %d characters, reported as %d', async (length, characters, isBelieved) => {
    const known = { usage: { ...noUsage, inputText: length, characters: length }, isEstimated: false }
    const { usage, unbelieved } = await meterKnown('character', known, { inputText: characters, characters })
    expect(usage.characters).toBe(isBelieved ? characters : length)
    expect(unbelieved).toEqual(isBelieved ? undefined : { characters })
  })
})
