import { makeReason, type Reason } from './error-reasons.ts'
import { isHeaderText } from './plain-text.ts'
import { objectionToServiceAccount } from './service-account.ts'

/** The name of one part of a key in the provider's own console. */
export type KeyPartName =
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'sessionToken'
  | 'region'
  | 'apiKey'
  | 'apiSecret'
  | 'apiPassword'
  | 'apiToken'
  | 'accountId'
  | 'appId'
  | 'appKey'
  | 'accessToken'
  | 'keyId'
  | 'keySecret'
  | 'optionalKey'
  | 'resourceKey'
  | 'secretId'
  | 'secretKey'
  | 'serviceAccount'
  | 'sharedSecret'

export interface KeyPart {
  name: KeyPartName
  /** An example, for the empty field. */
  example: string
  isOptional?: true
}

/** The names of the forms of a type that has several. */
type KeyFormName =
  | 'accessKeys'
  | 'accountAndToken'
  | 'apiKey'
  | 'apiPassword'
  | 'apiToken'
  | 'appKey'
  | 'appKeys'
  | 'personalKey'
  | 'secrets'
  | 'serviceAccount'

/** One way in which a type of channel writes its keys. At most one of its parts is optional. */
export interface KeyForm {
  name: KeyFormName
  parts: readonly KeyPart[]
  /** Between the parts; absent = `|`. */
  separator?: string
  /** How the last part looks, where earlier parts may contain the separator; absent = they may not. */
  lastPart?: RegExp
  /** The key is a JSON text. */
  isJson?: true
}

export type KeyParts = Readonly<Partial<Record<KeyPartName, string>>>

/** Why a key is refused, and the part that it concerns. */
export interface KeyObjection {
  part?: KeyPartName
  reason: Reason
}

/** A form without a separator of its own takes any text where it is the only one. */
const isWholeText = (forms: readonly KeyForm[]): boolean => forms.length === 1 && forms[0]?.parts.length === 1

/** The first of `forms` with as many parts as `key`, and its parts, which may be empty; null when there is none. */
export function matchKey(forms: readonly KeyForm[], key: string): { form: KeyForm; parts: KeyParts } | null {
  const isJson = key.trim().startsWith('{') && forms.some((form) => form.isJson)
  for (const form of forms) {
    if (isJson !== (form.isJson === true)) continue
    const texts = isJson || isWholeText(forms) ? [key] : textsOf(form, key)
    const parts = partsFor(form, texts.length)
    if (parts === null) continue
    const entries = parts.map(({ name }, index) => [name, (texts[index] ?? '').trim()])
    return { form, parts: Object.fromEntries(entries) }
  }
  return null
}

function textsOf({ separator = '|', lastPart }: KeyForm, key: string): string[] {
  if (!lastPart) return key.split(separator)
  const at = key.lastIndexOf(separator)
  const last = key.slice(at + separator.length)
  return at >= 0 && (last === '' || lastPart.test(last)) ? [key.slice(0, at), last] : [key]
}

/** The parts that a key of `count` texts has; null when the form has no such key. */
function partsFor({ parts }: KeyForm, count: number): readonly KeyPart[] | null {
  if (parts.length === count) return parts
  const needed = parts.filter(({ isOptional }) => !isOptional)
  return needed.length === count ? needed : null
}

/** The key that has these parts. An optional part is left out where it is empty. */
export function joinKey({ parts, separator = '|' }: KeyForm, values: KeyParts): string {
  const texts = parts.map(({ name, isOptional }) => ({ text: values[name]?.trim() ?? '', isOptional }))
  return texts
    .filter(({ text, isOptional }) => text !== '' || !isOptional)
    .map(({ text }) => text)
    .join(separator)
}

/** Why one part of a key is refused; null = it is valid. */
export function objectionToPart(form: KeyForm, part: KeyPart, value: string): Reason | null {
  const text = value.trim()
  if (text === '') return part.isOptional ? null : makeReason('required')
  const own = checks[part.name]?.(text)
  if (own) return own
  if (form.isJson) return null
  if (!isHeaderText(text)) return makeReason('asciiOnly')
  if (form.parts.length === 1) return null
  if (form.lastPart) {
    const isWrong = part === form.parts.at(-1) ? !form.lastPart.test(text) : /\s/.test(text)
    return isWrong ? makeReason('keyForm', { form: formText([form]) }) : null
  }
  return /\s/.test(text) || text.includes(form.separator ?? '|') ? makeReason('notOnePart') : null
}

const region = /^[a-z]{2}(-[a-z]+){1,3}-\d{1,2}$/
const accountId = /^[\da-f]{32}$/i

export const objectionToAccountId = (text: string): Reason | null =>
  accountId.test(text) ? null : makeReason('notAccountId', { what: text.slice(0, 40) })

const checks: Partial<Record<KeyPartName, (text: string) => Reason | null>> = {
  region: (text) => (region.test(text) ? null : makeReason('notRegion', { what: text.slice(0, 40) })),
  accountId: objectionToAccountId,
  serviceAccount: objectionToServiceAccount,
}

/** Why `key` is refused as one of `forms`, at its first wrong part; null = it is valid. */
export function objectionToKey(forms: readonly KeyForm[], key: string): KeyObjection | null {
  const match = matchKey(forms, key)
  if (match === null) return { reason: makeReason('keyForm', { form: formText(forms) }) }
  for (const part of match.form.parts) {
    const reason = objectionToPart(match.form, part, match.parts[part.name] ?? '')
    if (reason !== null) return { part: part.name, reason }
  }
  return null
}

/** The forms as a text: `accessKeyId|secretAccessKey|region / apiKey|region`. */
export const formText = (forms: readonly KeyForm[]): string =>
  forms
    .flatMap((form) => {
      const needed = form.parts.filter(({ isOptional }) => !isOptional)
      return needed.length === form.parts.length ? [form] : [{ ...form, parts: needed }, form]
    })
    .map(({ parts, separator = '|' }) => parts.map(({ name }) => name).join(separator))
    .join(' / ')

/** Keys of one part as a text for an empty field; else the forms. */
export const keyHintOf = (forms: readonly KeyForm[]): string => {
  const [first] = forms
  return isWholeText(forms) && first ? (first.parts[0]?.example ?? '') : formText(forms)
}
