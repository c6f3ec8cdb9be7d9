import { expect, test } from 'bun:test'
import { noToolPrices } from '../core/billing/tool-prices.ts'
import { noUsage } from '../core/usage/usage.ts'
import type { VideoUse } from '../providers/video-wire.ts'
import { priceOfVideo } from './settle-task.ts'

const quotaPerUnit = 500_000
const state = { current: () => ({ channels: new Map() }) } as unknown as Parameters<typeof priceOfVideo>[0]['state']
const price = {
  base: { kind: 'per_call', price: 0.1, unit: 'second', factor: 1, rule: null },
  steps: [],
  toolPrices: noToolPrices,
} as const
const bySeconds = 5 * 0.1 * quotaPerUnit

const settled = (use: VideoUse, action = 'textGenerate'): number | undefined => {
  const charged = { usage: { ...noUsage, seconds: 5 }, made: {}, price, groupRatio: 1, quotaPerUnit }
  const row = { channel_id: 1, model_name: 'm', submitted_at: 0, quota: bySeconds, action }
  return priceOfVideo({ state }, row, { charged, use, upstream: { id: '', model: 'm', place: {} } })?.quota
}

test('the charge follows the reported seconds; 5.1 are 5', () => {
  expect(settled({ seconds: 4 })).toBe(4 * 0.1 * quotaPerUnit)
  expect(settled({ seconds: 6, inputSeconds: 2 })).toBe(8 * 0.1 * quotaPerUnit)
  expect(settled({ seconds: 5.1 })).toBeUndefined()
})

test.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, 3_600, 1e9])(
  'a report of %p seconds changes nothing',
  (seconds) => {
    expect(settled({ seconds })).toBeUndefined()
  },
)

test('the length of an extended video is that of both parts, and changes nothing', () => {
  expect(settled({ seconds: 9 }, 'extendGenerate')).toBeUndefined()
})
