import { expect, test } from 'bun:test'
import { buildEpayForm } from './epay-form.ts'
import { signEpay, verifyEpay } from './epay-signature.ts'
import { readNotification } from './read-notification.ts'

const paid = new Map(
  Object.entries({
    pid: '1001',
    trade_no: '2026112122001',
    out_trade_no: 'USR1NOabc',
    type: 'alipay',
    name: 'TUC2',
    money: '14.60',
    trade_status: 'TRADE_SUCCESS',
    param: '',
  }),
)

// The expected values are computed with md5sum over the text in the comment above each.
test('parameters are sorted, empty ones are omitted, and the key is appended', () => {
  // money=14.60&name=TUC2&out_trade_no=USR1NOabc&pid=1001&trade_no=2026112122001&trade_status=TRADE_SUCCESS&type=alipayS3cret
  expect(signEpay(paid, 'S3cret')).toBe('8e023aa05ab3f64ff31ee30e79412ef7')
  // a=1&b=2&c=中 文+&=KEY
  const unusual = new Map([
    ['c', '中 文+&='],
    ['a', '1'],
    ['sign', 'x'],
    ['sign_type', 'MD5'],
    ['b', '2'],
    ['d', ''],
  ])
  expect(signEpay(unusual, 'KEY')).toBe('7724cf52b44da4cdca9a384c81320925')
})

test('a signature is valid only for the signed parameters and the key', () => {
  const signed = new Map([...paid, ['sign', signEpay(paid, 'S3cret')], ['sign_type', 'MD5']])
  expect(verifyEpay(signed, 'S3cret')).toBe(true)
  expect(verifyEpay(new Map([...signed, ['sign', signed.get('sign')?.toUpperCase() ?? '']]), 'S3cret')).toBe(true)
  expect(verifyEpay(signed, 's3cret')).toBe(false)
  expect(verifyEpay(new Map([...signed, ['money', '146.0']]), 'S3cret')).toBe(false)
  expect(verifyEpay(new Map([...signed, ['more', '1']]), 'S3cret')).toBe(false)
  expect(verifyEpay(new Map([...signed, ['sign_type', 'RSA']]), 'S3cret')).toBe(false)
  expect(verifyEpay(paid, 'S3cret')).toBe(false)
})

test('without a key no signature is valid', () => {
  expect(verifyEpay(new Map([...paid, ['sign', signEpay(paid, '')]]), '')).toBe(false)
})

test('a repeated, too long or invalid parameter makes a notification unreadable', () => {
  const read = (query: string, form = '') => readNotification(new URLSearchParams(query), new URLSearchParams(form))
  expect(read('a=1&b=2')).toEqual(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  )
  expect(read('a=1', 'b=2')).toEqual(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  )
  expect(read('a=1&a=1')).toBeNull()
  expect(read('a=1', 'a=2')).toBeNull()
  expect(read('a=%00')).toBeNull()
  expect(read(`a=${'x'.repeat(5_000)}`)).toBeNull()
  expect(read(Array.from({ length: 65 }, (_, index) => `p${index}=1`).join('&'))).toBeNull()
})

test('the form has the addresses of this server and is signed', () => {
  const options = {
    PayAddress: 'https://pay.example/gate',
    EpayId: '1001',
    EpayKey: 'S3cret',
    CustomCallbackAddress: '',
    ServerAddress: 'https://ai.example',
  }
  const order = { tradeNo: 'USR1NOabc', method: 'wxpay', amount: 2, money: '14.60' } as const
  const { url, fields } = buildEpayForm(order, options, { PORT: 3000, BASE_PATH: '' })
  expect(url).toBe('https://pay.example/gate/submit.php')
  expect(fields).toMatchObject({
    pid: '1001',
    type: 'wxpay',
    out_trade_no: 'USR1NOabc',
    notify_url: 'https://ai.example/api/user/epay/notify',
    return_url: 'https://ai.example/topup',
    name: 'TUC2',
    money: '14.60',
    device: 'pc',
    sign_type: 'MD5',
  })
  expect(verifyEpay(new Map(Object.entries(fields)), 'S3cret')).toBe(true)
  const withCallbackAddress = { ...options, CustomCallbackAddress: 'https://hook.example', ServerAddress: '' }
  expect(buildEpayForm(order, withCallbackAddress, { PORT: 3000, BASE_PATH: '/ai' }).fields).toMatchObject({
    notify_url: 'https://hook.example/api/user/epay/notify',
    return_url: 'http://localhost:3000/ai/topup',
  })
})
