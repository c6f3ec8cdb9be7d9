import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonRecord, recordsOf } from '../contract/src/read-json.ts'
import { keysOf } from '../contract/src/typed-keys.ts'
import { billableUse } from '../server/src/core/billing/billable.ts'
import { chargeOf } from '../server/src/core/billing/charge.ts'
import { always, byRatio } from '../server/src/core/billing/test-prices.ts'
import { noUsage } from '../server/src/core/usage/usage.ts'
import type { ReportedUsage } from '../server/src/core/usage/usage-report.ts'
import { wireFormatOf } from '../server/src/relay/formats/index.ts'
import { axes, type ReadAnswer, readAxes } from './axis-table/read-axes.ts'
import { buildAxisRows, listReaders, pricingPage, withAxisTable } from './build-axis-table.ts'
import { root } from './bun-path.mjs'

test('docs/pricing.md has the current table of what is read: node scripts/with-bun.mjs scripts/build-axis-table.ts', async () => {
  const page = await Bun.file(pricingPage).text()
  expect(await withAxisTable(page)).toBe(page)
})

test('every field that counts is named by a test that exists', async () => {
  const rows = await buildAxisRows()
  expect(rows.length).toBeGreaterThan(100)
  const untested = rows.filter(
    ({ tests }) => tests.length === 0 || !tests.every((path) => existsSync(join(root, path))),
  )
  expect(untested.map(({ axis, reader, fields }) => `${axis}: ${reader.call}, ${fields.join()}`)).toEqual([])
  expect(new Set(rows.map(({ axis }) => axis)).size).toBeGreaterThan(20)
})

/** A thousand of each at a price of 1, worked by hand: the ratios are beside them. */
const chargesOfThousand = {
  inputText: 1_000,
  inputAudio: 3_000, // 3
  inputImage: 5_000, // 5
  cacheReadText: 500, // 0.5
  cacheReadAudio: 750, // 0.25 × 3
  cacheReadImage: 2_500, // 0.5 × 5
  cacheWrite5m: 1_250, // 1.25
  cacheWrite1h: 2_000, // 2
  outputText: 7_000, // 7
  outputAudio: 33_000, // 3 × 11
  outputImage: 13_000, // 13
} as const
/** A thousand seconds of a recording are 16 667 tokens of audio. */
const thousandSeconds = 50_001
const price = always(
  byRatio({
    completionRatio: 7,
    cacheReadRatio: 0.5,
    cacheWrite5mRatio: 1.25,
    cacheWrite1hRatio: 2,
    imageRatio: 5,
    imageCompletionRatio: 13,
    audioRatio: 3,
    audioCompletionRatio: 11,
    audioCacheRatio: 0.25,
  }),
)

const chargeOfReport = (usage: ReportedUsage | null) =>
  usage && chargeOf(billableUse(usage), price, { groupRatio: 1, quotaPerUnit: 500_000 }).exact

const ownReaders = listReaders().filter(({ isShared }) => !isShared)
const ownCases = ownReaders.flatMap(({ call, providers, read }) => {
  const found = readAxes(read)
  return keysOf(chargesOfThousand).flatMap((axis) =>
    [...(found.get(axis) ?? [])].map(([name, answer]) => {
      const charge = found.get('seconds')?.has(name) ? thousandSeconds : chargesOfThousand[axis]
      return { of: `${call} of ${providers.join()}`, read, axis, name, answer, charge: String(charge) }
    }),
  )
})

test.each(ownCases)('a thousand of $axis in $name cost the same in $of', ({ read, answer, charge }) => {
  const usage = read(new TextEncoder().encode(JSON.stringify(answer)), answer)?.usage ?? null
  expect(chargeOfReport(usage)).toBe(charge)
})

/** A whole answer as the events of its format. */
const eventsOf = {
  openai: (answer: JsonRecord) => [answer],
  gemini: (answer: JsonRecord) => [answer],
  responses: (answer: JsonRecord) => [{ type: 'response.completed', response: answer }],
  anthropic: (answer: JsonRecord) => [
    { type: 'message_start', message: answer },
    { type: 'message_delta', delta: {}, usage: answer.usage },
  ],
}

describe.each(keysOf(eventsOf))('in the format %s', (id) => {
  const format = wireFormatOf(id)
  const found = readAxes(format.readAnswer)
  const cases = keysOf(chargesOfThousand).flatMap((axis) =>
    [...(found.get(axis) ?? [])].map(([name, answer]) => ({ axis, name, answer })),
  )

  test.each(cases)('a thousand of $axis in $name cost the same, plain and streamed', ({ axis, answer }) => {
    const charge = String(chargesOfThousand[axis])
    expect(chargeOfReport(format.readAnswer(new TextEncoder().encode(JSON.stringify(answer)))?.usage ?? null)).toBe(
      charge,
    )
    const meter = format.createMeter(() => {})
    for (const event of eventsOf[id](answer)) meter.push(JSON.stringify(event))
    expect(chargeOfReport(meter.usage())).toBe(charge)
  })
})

test('fields are found by reading: objects, lists, texts, and items of a kind', () => {
  const usage = { ...noUsage, inputText: 1 }
  const read: ReadAnswer = (_, answer) => {
    const { count, details, tier, items } = answer ?? {}
    if (typeof count !== 'number') return { usage: null }
    const audio = recordsOf(details).find(({ tokens, kind }) => typeof tokens === 'number' && kind === 'AUDIO')?.tokens
    const ran = recordsOf(items).some((one) => one.type === 'shell_call' && typeof one.id === 'string')
    return {
      usage: {
        ...usage,
        inputText: count,
        inputAudio: typeof audio === 'number' ? audio : 0,
        ...(typeof tier === 'string' && { served: { tier } }),
        ...(ran && { toolRuns: [{ tool: 'container_1g' as const, count: 1 }] }),
      },
    }
  }
  expect([...readAxes(read)].map(([axis, fields]) => [axis, [...fields.keys()]])).toEqual([
    ['inputText', ['count']],
    ['tier', ['tier']],
    ['inputAudio', ['details[].tokens (`kind`: AUDIO)']],
    ['container_1g', ['items[].id (`type`: shell_call)']],
  ])
  expect(keysOf(noUsage).filter((part) => part !== 'reasoning' && !axes.includes(part))).toEqual([])
})
