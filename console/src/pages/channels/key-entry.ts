import { plainKey } from '@sluice/contract/channel-keys'
import { channelTypeOf } from '@sluice/contract/channel-types'
import type { Reason } from '@sluice/contract/error-reasons'
import {
  joinKey,
  type KeyForm,
  type KeyPart,
  type KeyParts,
  matchKey,
  objectionToKey,
  objectionToPart,
} from '@sluice/contract/key-forms'
import { keyOnOneLine, splitKeys } from '@sluice/contract/split-keys'

/** The choice that shows keys as a text, one per line. */
export const asText = 'text'

/** The keys of a channel in a form: a text, or the parts of one key. */
export interface KeyEntry {
  /** The name of the form whose parts are shown, or `asText`; '' = the default form of the type. */
  key_form: string
  key: string
  key_parts: KeyParts
}

export const noKey: KeyEntry = { key_form: '', key: '', key_parts: {} }

const unknownType = plainKey('')

export const keyFormsOf = (type: number): readonly KeyForm[] => channelTypeOf(type)?.keyForms ?? unknownType

/** Whether keys of the type can be entered in parts. A key with one form and one part is entered as a text. */
export const hasKeyParts = (type: number): boolean => {
  const forms = keyFormsOf(type)
  return forms.length > 1 || forms.some(({ parts }) => parts.length > 1)
}

/** The form whose parts are shown; null if keys are entered as a text. */
export function shownForm(type: number, name: string | undefined): KeyForm | null {
  if (name === asText || !hasKeyParts(type)) return null
  const forms = keyFormsOf(type)
  return forms.find((form) => form.name === name) ?? forms[0] ?? null
}

/** The keys in the server's format; '' = none. Fields that are not shown may be absent. */
export function keyTextOf({ type, key_form, key, key_parts = {} }: Partial<KeyEntry> & { type: number }): string {
  const form = shownForm(type, key_form)
  if (form === null) return keysIn(key ?? '').join('\n')
  const isGiven = form.parts.some(({ name }) => (key_parts[name] ?? '').trim() !== '')
  return isGiven ? keyOnOneLine(joinKey(form, key_parts)) : ''
}

/** How a type shows `text`: in parts if it matches the key form, otherwise as a text. */
export function keyEntryFor(type: number, text: string): KeyEntry {
  if (text === '' || !hasKeyParts(type)) return { ...noKey, key: text }
  const match = splitKeys(text).length === 1 ? matchKey(keyFormsOf(type), text) : null
  return match === null
    ? { ...noKey, key_form: asText, key: text }
    : { ...noKey, key_form: match.form.name, key_parts: match.parts }
}

/** The keys without duplicates. */
export const keysIn = (text: string): string[] => [...new Set(splitKeys(text).map(keyOnOneLine))]

/** The error of a part; null = valid. An empty part is valid if the whole key is optional and empty. */
export function objectionToField(
  form: KeyForm,
  part: KeyPart,
  { parts, isRequired }: { parts: KeyParts; isRequired: boolean },
): Reason | null {
  const isEmpty = form.parts.every(({ name }) => (parts[name] ?? '').trim() === '')
  return isEmpty && !isRequired ? null : objectionToPart(form, part, parts[part.name] ?? '')
}

/** The line of the first invalid key and its error; null = all are valid. */
export function objectionToText(type: number, text: string): { line: number; reason: Reason } | null {
  for (const [index, key] of keysIn(text).entries()) {
    const objection = objectionToKey(keyFormsOf(type), key)
    if (objection !== null) return { line: index + 1, reason: objection.reason }
  }
  return null
}
