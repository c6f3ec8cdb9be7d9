import { expect, test } from 'bun:test'
import { buildTopupRatios, parseTopupRatios } from './topup-ratios.ts'

test('the table and the text have the same content', () => {
  const rows = [
    { group: 'default', ratio: 1 },
    { group: '企业客户', ratio: 0.85 },
  ]
  expect(parseTopupRatios(buildTopupRatios(rows))).toEqual(rows)
  expect(buildTopupRatios(rows)).toBe('{\n  "default": 1,\n  "企业客户": 0.85\n}')
  expect(parseTopupRatios('')).toEqual([])
})

test('a ratio out of range can be corrected in the table; other shapes cannot', () => {
  expect(parseTopupRatios('{"vip":0}')).toEqual([{ group: 'vip', ratio: 0 }])
  for (const text of ['{', '[]', '{"vip":"0.9"}', '{"vip":[1,1]}']) expect(parseTopupRatios(text)).toBeNull()
})
