import { expect, test } from 'bun:test'
import { buildSheet, type SheetWords } from './build-sheet.ts'
import { marginRowOf } from './test-rows.ts'

const words: SheetWords = {
  key: {
    day: 'Day',
    model: 'Model',
    channel: 'Channel',
    channelId: 'C#',
    user: 'User',
    userId: 'U#',
    token: 'Key',
    tokenId: 'Key ID',
    tokenOwner: 'Owner',
  },
  calls: 'Calls',
  charge: 'Charge',
  list: 'List',
  costKnown: 'Known',
  unpriced: 'Unpriced',
  costKnownCharge: 'Known charge',
  cost: 'Cost',
  margin: 'Margin',
  marginPercent: '%',
  total: 'Total',
}
const unknown = { cost_known: 0, cost_known_charge: 0, cost: null, margin: null, margin_percent: null }

test('amounts are in currency, unknown values are empty, the totals come last', () => {
  const items = [
    marginRowOf({ day: '2026-11-20', channel_id: 7, channel_name: 'main' }),
    marginRowOf({ day: '2026-11-20', channel_id: 8, channel_name: '', ...unknown }),
  ]
  const sheet = buildSheet({ items, sums: marginRowOf({ calls: 8 }) }, ['day', 'channel'], {
    words,
    format: { perUnit: 500_000, inCurrency: true },
  })
  expect(sheet).toEqual([
    ['Day', 'C#', 'Channel', 'Calls', 'Charge', 'List', 'Known', 'Known charge', 'Cost', 'Margin', '%'],
    ['2026-11-20', 7, 'main', 4, 1, 2, 3, 0.8, 0.2, 0.6, 75],
    ['2026-11-20', 8, '', 4, 1, 2, 0, 0, null, null, null],
    ['Total', null, null, 8, 1, 2, 3, 0.8, 0.2, 0.6, 75],
  ])
})

test('amounts are in quota units if the site shows those', () => {
  const sheet = buildSheet({ items: [marginRowOf({ model_name: 'gpt-4o' })], sums: marginRowOf() }, ['model'], {
    words,
    format: { perUnit: 500_000, inCurrency: false },
  })
  expect(sheet[1]?.slice(0, 4)).toEqual(['gpt-4o', 4, 500_000, 1_000_000])
  expect(sheet[2]?.slice(0, 2)).toEqual(['Total', 4])
})

test('calls that were served better than they were priced are a line of their own, without a cost', () => {
  const sums = marginRowOf({ unpriced: 2, unpriced_charge: 250_000 })
  const sheet = buildSheet({ items: [marginRowOf({ channel_id: 7, channel_name: 'main' })], sums }, ['channel'], {
    words,
    format: { perUnit: 500_000, inCurrency: true },
  })
  expect(sheet.at(-1)).toEqual(['Unpriced', null, 2, 0.5])
})
