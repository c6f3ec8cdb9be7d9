import { expect, test } from 'bun:test'
import { noteFor } from './log-notes.ts'
import { languages } from './messages/languages.ts'
import { readerOf } from './messages/render.ts'
import { parseTemplate } from './messages/template.ts'
import { texts } from './messages/texts.ts'

const amount = (quota: number): string => `<${quota}>`
const [en, zh] = [readerOf('en'), readerOf('zh')]

test.each(Object.entries(texts.en.notes))(
  'every parameter is written, and without one there is no message: %s',
  (code, text) => {
    const names = parseTemplate(text).places.map(({ name }) => name)
    const params = Object.fromEntries(names.map((name, index) => [name, name === 'reason' ? 'disputed' : index + 1]))
    for (const language of languages) {
      const reader = readerOf(language)
      const sentence = noteFor(reader, { code, params }, amount) ?? ''
      expect(sentence).not.toContain('{{')
      for (const [name, value] of Object.entries(params))
        expect(sentence).toContain(name === 'reason' ? (reader.texts.reversals.disputed ?? '?') : String(value))
      for (const name of names) {
        const { [name]: _, ...rest } = params
        expect(noteFor(reader, { code, params: rest }, amount)).toBeNull()
      }
    }
  },
)

test('amounts are formatted by the given function', () => {
  const note = { code: 'balance_changed', params: { from: 5, to: 10 } }
  expect(noteFor(zh, note, amount)).toBe('管理员将余额从 <5> 调整为 <10>')
  expect(noteFor(en, note, amount)).toBe('Balance changed by an administrator from <5> to <10>')
})

test('a payment is written with its currency, and with the name of its method in the language', () => {
  const params = { amount: 1, price: '1146.00', method: 'alipay', order: 'o1' }
  const sentence = (reader: typeof en, more: object = {}) =>
    noteFor(reader, { code: 'topped_up', params: { ...params, ...more } }, amount)
  expect(sentence(zh)).toBe('充值 <1>，支付 ¥1,146.00（支付宝），订单号：o1')
  expect(sentence(en, { price: '20.00 USD', method: 'stripe' })).toBe(
    'Topped up <1>, paid 20.00 USD by card (Stripe), order o1',
  )
  expect(sentence(en, { method: 'toString' })).toContain('by toString,')
})

test('an unknown code, reason or parameter gives no message', () => {
  const params = { amount: 1, order: 'o', reason: 'of_tomorrow' }
  expect(noteFor(en, undefined, amount)).toBeNull()
  expect(noteFor(en, { code: 'toString', params: {} }, amount)).toBeNull()
  expect(noteFor(en, { code: 'order_taken_back', params }, amount)).toBeNull()
  expect(noteFor(en, { code: 'gift_invited', params: { amount: '1' } }, amount)).toBeNull()
})
