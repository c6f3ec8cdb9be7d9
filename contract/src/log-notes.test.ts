import { describe, expect, test } from 'bun:test'
import { namesIn } from './fill-text.ts'
import { noteIn, noteReasons, noteTexts } from './log-notes.ts'
import { isChinese } from './test-texts.ts'

const amount = (quota: number): string => `<${quota}>`
describe.each(Object.entries(noteTexts))('%s', (code, texts) => {
  const params = Object.fromEntries(
    namesIn(texts.en).map((name, index) => [name, name === 'reason' ? 'disputed' : index + 1]),
  )

  test('both texts have the same placeholders, and each is in its own language', () => {
    expect(namesIn(texts.zh).toSorted()).toEqual(namesIn(texts.en).toSorted())
    expect(isChinese(texts.zh)).toBe(true)
    expect(isChinese(texts.en)).toBe(false)
  })

  test('every parameter is written, and without one of them there is no message', () => {
    for (const language of ['en', 'zh'] as const) {
      const sentence = noteIn(language, { code, params }, amount) ?? ''
      expect(sentence).not.toContain('{{')
      for (const [name, value] of Object.entries(params))
        expect(sentence).toContain(name === 'reason' ? noteReasons.disputed[language] : String(value))
      for (const name of Object.keys(params)) {
        const { [name]: _, ...rest } = params
        expect(noteIn(language, { code, params: rest }, amount)).toBeNull()
      }
    }
  })
})

test('amounts are formatted by the given function', () => {
  const note = { code: 'balance_changed', params: { from: 5, to: 10 } }
  expect(noteIn('zh', note, amount)).toBe('管理员将余额从 <5> 调整为 <10>')
  expect(noteIn('en', note, amount)).toBe('Balance changed by an administrator from <5> to <10>')
})

test('a payment is written with its currency, and with the name of its method in the language', () => {
  const params = { amount: 1, price: '1146.00', method: 'alipay', order: 'o1' }
  const sentence = (language: 'en' | 'zh', more: object = {}) =>
    noteIn(language, { code: 'topped_up', params: { ...params, ...more } }, amount)
  expect(sentence('zh')).toBe('充值 <1>，支付 ¥1,146.00（支付宝），订单号：o1')
  expect(sentence('en', { price: '20.00 USD', method: 'stripe' })).toBe(
    'Topped up <1>, paid 20.00 USD by card (Stripe), order o1',
  )
  expect(sentence('en', { method: 'toString' })).toContain('by toString,')
})

test('an unknown code, reason or parameter gives no message', () => {
  const params = { amount: 1, order: 'o', reason: 'of_tomorrow' }
  expect(noteIn('en', undefined, amount)).toBeNull()
  expect(noteIn('en', { code: 'toString', params: {} }, amount)).toBeNull()
  expect(noteIn('en', { code: 'order_taken_back', params }, amount)).toBeNull()
  expect(noteIn('en', { code: 'gift_invited', params: { amount: '1' } }, amount)).toBeNull()
})
