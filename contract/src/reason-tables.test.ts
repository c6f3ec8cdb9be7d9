import { describe, expect, test } from 'bun:test'
import { type ChannelReason, channelReasonIn, channelReasonTexts, noPathTexts } from './channel-reasons.ts'
import { errorMessages } from './error-codes.ts'
import { errorIn, type TextLanguage } from './error-in-language.ts'
import { errorReasons, makeReason } from './error-reasons.ts'
import en from './error-texts/en.ts'
import zh from './error-texts/zh.ts'
import { namesIn } from './fill-text.ts'
import { paymentFaultIn, paymentFaultTexts } from './payment-faults.ts'
import { isChinese } from './test-texts.ts'

const texts = { en, zh }
const writeError = (language: TextLanguage) => (code: Parameters<typeof errorIn>[1], params: object) =>
  errorIn(language, code, params as Record<string, string>)

/** Texts that only quote another party. */
const quoted = ['upstream_said']
const tables = [
  ['channel reason', channelReasonTexts, (language, reason) => channelReasonIn(language, reason, writeError(language))],
  ['payment fault', paymentFaultTexts, paymentFaultIn],
] as const satisfies [
  string,
  Record<string, Record<TextLanguage, string>>,
  (language: TextLanguage, reason: { code: string; params: Record<string, string> }) => string | null,
][]

describe.each(tables)('every %s', (_, texts, write) => {
  test('is written in both languages with all its values, and not without one of them', () => {
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

test.each(['en', 'zh'] as const)('every code has a text with its values: %s', (language) => {
  const tables = [
    [errorMessages, texts[language].code],
    [errorReasons, texts[language].reason],
  ] as const
  for (const [catalogue, written] of tables)
    for (const [code, text] of Object.entries(catalogue)) {
      const own = (written as Record<string, string>)[code] ?? ''
      expect(own.trim(), code).not.toBe('')
      expect(namesIn(own).toSorted(), code).toEqual(namesIn(text).toSorted())
      if (/[^{}\w.。]/.test(own)) expect(isChinese(own), own).toBe(language === 'zh')
    }
})

test('an error of the gateway can be a reason, followed by the hint about a missing path', () => {
  const reason: ChannelReason = {
    code: 'upstream_call_failed',
    params: { reason: makeReason('upstreamSilent', { seconds: 30 }) },
    lacksPath: true,
  }
  expect(channelReasonIn('en', reason, writeError('en'))).toBe(
    `The call to the upstream failed: no answer within 30 seconds. ${noPathTexts.en}`,
  )
  expect(channelReasonIn('zh', reason, writeError('zh'))).toBe(`调用上游失败：30 秒内没有响应。${noPathTexts.zh}`)
})
