import { type ErrorCode, hasValuesOf, isErrorCode } from './error-codes.ts'
import type { TextLanguage } from './error-in-language.ts'
import { type ErrorParams, type IsKnownReason, type PackedParams, unpackParams } from './error-params.ts'
import { fillWhole, type NamesIn } from './fill-text.ts'
import { isRecord, recordOf } from './read-json.ts'
import { isKeyOf } from './typed-keys.ts'

/** Why a channel failed a test, or was switched automatically. `text` is the upstream's message. */
export const channelReasonTexts = {
  tests_slow: {
    en: '{{tests}} tests in a row took longer than {{limit}} s, the last one {{last}} s',
    zh: '连续 {{tests}} 次测试超过 {{limit}} 秒，最后一次用时 {{last}} 秒',
  },
  balance_used_up: { en: 'the balance is used up: {{balance}}', zh: '余额已用尽：{{balance}}' },
  keys_off: {
    en: 'all its keys are disabled; the last one was disabled: {{text}}',
    zh: '所有密钥均已禁用，最后一个密钥的禁用原因：{{text}}',
  },
  test_passed: { en: 'a test passed', zh: '测试通过' },
  test_costly: {
    en: 'a test of its models is costly; name a test model',
    zh: '这些模型的测试费用较高，请先指定测试模型',
  },
  upstream_said: { en: '{{text}}', zh: '{{text}}' },
  upstream_status: { en: 'status {{status}}', zh: '状态码 {{status}}' },
  upstream_status_said: { en: 'status {{status}}: {{text}}', zh: '状态码 {{status}}：{{text}}' },
  error_without_message: { en: 'an error without a message', zh: '上游返回了没有说明的错误' },
  answer_not_json: { en: 'the answer of the upstream is not JSON', zh: '上游返回的内容不是 JSON' },
  answer_no_stream: { en: 'the upstream answered without a stream', zh: '上游没有以流式返回' },
  stream_cut: {
    en: 'the stream ended before the answer was complete',
    zh: '流在回答完成之前中断',
  },
  answer_without_sound: { en: 'the answer of the upstream contains no sound', zh: '上游的回答中没有音频' },
  answer_without_text: { en: 'the answer of the upstream contains no text', zh: '上游的回答中没有文本' },
  answer_without_field: {
    en: 'the answer of the upstream contains no {{field}}',
    zh: '上游的回答中没有 {{field}}',
  },
} as const satisfies Record<string, Record<TextLanguage, string>>

/** Added to a reason if the base URL of a custom channel has no path. */
export const noPathTexts: Record<TextLanguage, string> = {
  en: 'The base URL does not name the path of a call. A custom channel is called at exactly this address; most upstreams need all of it, such as https://api.example.com/v1/chat/completions.',
  zh: '接口地址没有包含调用路径。自定义渠道会原样使用该地址，大多数上游需要完整地址，例如 https://api.example.com/v1/chat/completions。',
}

type ReasonCode = keyof typeof channelReasonTexts
type Values = Readonly<Record<string, string | number>>

/** A reason as data: a code of the table above with its values, or an error of the gateway with its params. */
export type ChannelReason = (
  | {
      [Code in ReasonCode]: {
        code: Code
        params: { readonly [Name in NamesIn<(typeof channelReasonTexts)[Code]['en']>]: string | number }
      }
    }[ReasonCode]
  | { code: ErrorCode; params: ErrorParams }
) & { lacksPath?: boolean }

/** The stored form; a later version may have other codes. */
export interface StoredChannelReason {
  code: string
  params: ErrorParams
  lacksPath?: boolean
}

/** A reason as it is stored and sent, for `parseChannelReason`. */
export interface PackedReason extends PackedParams {
  code: string
  lacksPath?: boolean
}

/** Writes the message of an error in the reader's language. */
export type ErrorWriter = (code: ErrorCode, params: ErrorParams) => string

/** The message of a reason in a language; null if its code is unknown or a value is missing. */
export function channelReasonIn(
  language: TextLanguage,
  reason: StoredChannelReason | null | undefined,
  writeError: ErrorWriter,
): string | null {
  if (!reason) return null
  const text = sentenceOf(language, reason, writeError)
  if (text === null || reason.lacksPath !== true) return text
  const end = language === 'zh' ? '。' : '. '
  return `${text.replace(/[.。]?$/, end)}${noPathTexts[language]}`
}

function sentenceOf(
  language: TextLanguage,
  { code, params }: StoredChannelReason,
  writeError: ErrorWriter,
): string | null {
  if (isErrorCode(code)) return hasValuesOf(code, params) ? writeError(code, params) : null
  if (!isKeyOf(channelReasonTexts, code)) return null
  return fillWhole(channelReasonTexts[code][language], textsIn(params))
}

/** The reason in a stored value; null if there is none, as in imported channels. */
export function parseChannelReason(value: unknown, isKnown: IsKnownReason): StoredChannelReason | null {
  const { code, params, param_reasons, lacksPath } = recordOf(value)
  if (typeof code !== 'string' || !isRecord(params)) return null
  const values = unpackParams({ params: textsIn(params), param_reasons }, isKnown)
  return { code, params: values, ...(lacksPath === true && { lacksPath }) }
}

const textsIn = (params: object): Values =>
  Object.fromEntries(
    Object.entries(params).filter((entry: [string, unknown]): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  )
