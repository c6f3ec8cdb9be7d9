import { expect, test } from 'bun:test'
import { readerOf } from '@sluice/contract/messages/render'
import { noteSentence } from './use-note-sentence.ts'

const inCurrency = { perUnit: 500_000, inCurrency: true }
const inUnits = { perUnit: 500_000, inCurrency: false }
const row = {
  content: 'Balance changed by an administrator from $1.4 to $2.4',
  detail: { note: { code: 'balance_changed', params: { from: 700_000, to: 1_200_000 } } },
}

test("a note is in the language of the page, with amounts in the console's format", () => {
  expect(noteSentence(row, readerOf('en'), inCurrency)).toBe('Balance changed by an administrator from $1.40 to $2.40')
  expect(noteSentence(row, readerOf('zh'), inCurrency)).toBe('管理员将余额从 $1.40 调整为 $2.40')
  expect(noteSentence(row, readerOf('zh'), inUnits)).toBe('管理员将余额从 700k 调整为 1.2M')
})

test('a row of an older or newer version shows its stored text', () => {
  for (const note of [undefined, { code: 'of_tomorrow', params: {} }, { code: 'balance_changed', params: {} }])
    expect(noteSentence({ ...row, detail: { ...(note && { note }) } }, readerOf('zh'), inCurrency)).toBe(row.content)
})
