import { describe, expect, test } from 'bun:test'
import { type ChannelReason, channelReasonIn, channelReasonTexts, noPathTexts } from './channel-reasons.ts'
import { errorIn, reasonIn, type TextLanguage } from './error-in-language.ts'
import { errorReasons, type ReasonCode, reasonText } from './error-reasons.ts'
import { namesIn } from './fill-text.ts'
import { paymentFaultIn, paymentFaultTexts } from './payment-faults.ts'

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
const writeError = (language: TextLanguage) => (code: Parameters<typeof errorIn>[1], params: object) =>
  errorIn(language, code, params as Record<string, string>)

/** Texts that are nothing but what another party says. */
const quoted = ['upstream_said']
const tables = [
  [
    'channel reason',
    channelReasonTexts,
    (language, one) => channelReasonIn(language, one, writeError(language)),
  ],
  ['payment fault', paymentFaultTexts, paymentFaultIn],
] as const satisfies [
  string,
  Record<string, Record<TextLanguage, string>>,
  (language: TextLanguage, one: { code: string; params: Record<string, string> }) => string | null,
][]

describe.each(tables)('every %s', (_, texts, write) => {
  test('is written in both languages with all its values, and not with one missing', () => {
    for (const [code, { en, zh }] of Object.entries(texts)) {
      expect(namesIn(zh).toSorted(), code).toEqual(namesIn(en).toSorted())
      const params = Object.fromEntries(namesIn(en).map((name) => [name, `<${name}>`]))
      for (const language of ['en', 'zh'] as const) {
        const sentence = write(language, { code, params }) ?? ''
        for (const value of Object.values(params)) expect(sentence).toContain(value)
        if (!quoted.includes(code)) expect(isChinese(sentence), sentence).toBe(language === 'zh')
        for (const name of Object.keys(params)) {
          const { [name]: _, ...rest } = params
          expect(write(language, { code, params: rest }), code).toBeNull()
        }
      }
    }
    for (const code of ['toString', 'of_tomorrow']) expect(write('en', { code, params: {} }), code).toBeNull()
  })
})

test('every reason of a refusal is read back from its sentence and written in Chinese with its values', () => {
  for (const [code, text] of Object.entries(errorReasons) as [ReasonCode, string][]) {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const values = Object.fromEntries(names.map((name, index) => [name, `v${index}`]))
    const english = reasonText(code, values)
    expect(isChinese(english), english).toBe(false)
    expect(reasonIn('en', english)).toBe(english)
    const chinese = reasonIn('zh', english)
    expect(isChinese(chinese), `${code}: ${chinese}`).toBe(true)
    for (const value of Object.values(values)) expect(chinese, code).toContain(value)
  }
})

test('an error of the gateway is a reason too, and what misses from the address stands behind it', () => {
  const reason: ChannelReason = {
    ...{ code: 'upstream_call_failed', params: { reason: reasonText('upstreamSilent', { seconds: 30 }) } },
    lacksPath: true,
  }
  expect(channelReasonIn('en', reason, writeError('en'))).toBe(
    `The call to the upstream failed: no answer within 30 seconds. ${noPathTexts.en}`,
  )
  expect(channelReasonIn('zh', reason, writeError('zh'))).toBe(
    `调用上游失败：30 秒内没有响应。${noPathTexts.zh}`,
  )
})
