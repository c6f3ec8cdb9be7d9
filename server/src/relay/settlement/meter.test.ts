import { expect, test } from 'bun:test'
import { always, byRatio } from '../../core/billing/test-prices.ts'
import { noUsage, type Usage } from '../../core/usage/usage.ts'
import type { CallEnd } from '../call/call-end.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { meter } from './meter.ts'

const createCall = (ratio: number) =>
  ({
    inputTokens: 10,
    routedModel: 'm',
    request: { maxOutputTokens: null, n: 1 },
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

test.each([
  null,
  { inputText: -5, outputText: 100 },
  { inputText: 100_000_001 },
  { inputText: 1.5 },
  { inputText: 5, webSearchCalls: 10_001 },
])('an implausible report (%j) is replaced by the local count', async (reported) => {
  const { charge, isEstimated } = await meterCall('complete', reported)
  expect({ quota: charge.quota as number, isEstimated }).toEqual({ quota: 15, isEstimated: true })
})

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
