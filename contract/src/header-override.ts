import { jsonText } from './empty-text.ts'
import { makeReason, type Reason, reasonAt } from './error-reasons.ts'
import { isHeaderText } from './plain-text.ts'
import { isRecord, parseJson, parseRecord } from './read-json.ts'

/** One entry of a channel's `header_override`. Names are in lower case. */
export type HeaderChange =
  | { kind: 'remove'; name: string }
  /** `{api_key}` in the value is the key in use. */
  | { kind: 'set'; name: string; value: string }
  /** The value is that of the client's header `from`; without it the header is not sent. */
  | { kind: 'copy'; name: string; from: string }
  /** Each header of the client that matches and may pass; null = all. */
  | { kind: 'pass'; pattern: string | null }

export const apiKeyMark = '{api_key}'
const clientHeaderForm = /^\{client_header:([^{}]*)\}$/
const patternForm = /^(?:re|regex):(.*)$/s
const tokenForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const nameMax = 100
const valueMax = 4_096
const entriesMax = 64

/** Headers that follow from the connection or the body, and those of the gateway itself. */
const fixedHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'content-type',
  'content-encoding',
  'accept-encoding',
  'expect',
  'x-sluice-hops',
])
const credentialHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'cookie',
  'proxy-authorization',
  'proxy-authenticate',
  'mj-api-secret',
])
/** Headers of a client that concern the way to the gateway, its body, or the gateway's own accounts. */
const ownOfClient =
  /^(accept$|content-|cf-|forwarded$|via$|origin$|referer$|new-api-user$|x-forwarded-|x-real-ip$|x-request-id$)/

const isFixed = (name: string): boolean =>
  fixedHeaders.has(name) || name.startsWith('sec-') || name.startsWith('proxy-')

/** Whether a header of a client may be sent on: it holds no credential, and does not belong to its connection. */
export const mayPass = (name: string): boolean =>
  !isFixed(name) && !credentialHeaders.has(name) && !ownOfClient.test(name)

/** The changes of an override. Entries that are not valid are left out. */
export const parseHeaderOverride = (text: string | null): readonly HeaderChange[] =>
  Object.entries(parseRecord(text ?? '') ?? {}).flatMap(([name, value]) =>
    headerObjection(name, value) === null ? [changeOf(name, value)] : [],
  )

function changeOf(given: string, value: unknown): HeaderChange {
  const pattern = patternOf(given)
  if (pattern !== undefined) return { kind: 'pass', pattern }
  const name = given.trim().toLowerCase()
  if (typeof value !== 'string') return { kind: 'remove', name }
  const from = clientHeaderForm.exec(value.trim())?.[1]?.trim().toLowerCase()
  return from === undefined ? { kind: 'set', name, value } : { kind: 'copy', name, from }
}

/** Undefined where the name is that of one header. */
const patternOf = (name: string): string | null | undefined =>
  name.trim() === '*' ? null : patternForm.exec(name.trim())?.[1]

/** Why an entry is refused; null = it is valid. `value` null removes the header. */
export function headerObjection(given: string, value: unknown): Reason | null {
  if (value !== null && typeof value !== 'string') return makeReason('mustBeText')
  const pattern = patternOf(given)
  if (pattern !== undefined) return pattern === null || isPattern(pattern) ? null : makeReason('notRegex')
  const name = given.trim().toLowerCase()
  if (name.length > nameMax || !tokenForm.test(name)) return makeReason('notHeaderName')
  if (isFixed(name)) return makeReason('headerFixed')
  if (value === null) return null
  if (value.length > valueMax) return makeReason('notLonger', { max: valueMax })
  if (!isHeaderText(value)) return makeReason('asciiOnly')
  if (!value.includes('{client_header')) return null
  const from = clientHeaderForm.exec(value.trim())?.[1]?.trim().toLowerCase() ?? ''
  if (!tokenForm.test(from)) return makeReason('clientHeaderForm', { form: '{client_header:Name}' })
  return mayPass(from) ? null : makeReason('clientHeaderKept', { name: from })
}

const isPattern = (source: string): boolean => {
  try {
    return source.length <= nameMax && new RegExp(source, 'iu') !== null
  } catch {
    return false
  }
}

/**
 * The headers in which an override stores a credential in clear text. A value with `{api_key}` does not count:
 * the key itself is encrypted.
 */
export const credentialsIn = (text: string | null): string[] =>
  parseHeaderOverride(text).flatMap((change) =>
    change.kind === 'set' && credentialHeaders.has(change.name) && !change.value.includes(apiKeyMark)
      ? [change.name]
      : [],
  )

/** Why the text of an override is refused, at its first wrong entry; null = it is valid, or empty. */
function headerOverrideObjection(text: string): Reason | null {
  if (text.trim() === '') return null
  const value = parseJson(text)
  if (value === undefined) return makeReason('notJson')
  if (!isRecord(value)) return makeReason('mustBeObject')
  const entries = Object.entries(value)
  if (entries.length > entriesMax) return makeReason('tooManyEntries', { max: entriesMax })
  const names = new Set<string>()
  for (const [name, content] of entries) {
    const reason = headerObjection(name, content)
    if (reason !== null) return reasonAt(name.slice(0, nameMax), reason)
    if (names.size === names.add(name.trim().toLowerCase()).size) return reasonAt(name, makeReason('givenTwice'))
  }
  return null
}

/** JSON text: header → value, `{client_header:Name}`, or null to remove it; `*`, `re:…` pass headers of the client. */
export const headerOverrideText = jsonText(65_536).superRefine((text, context) => {
  const reason = headerOverrideObjection(text)
  if (reason !== null) context.addIssue({ code: 'custom', params: { reason } })
})
