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

/** The choice that shows keys as a text, one a line. */
export const asText = 'text'

/** What a form holds of the keys of a channel: a text, or the parts of one key. */
export interface KeyEntry {
  /** Name of the form whose parts are shown, or `asText`; '' = the usual one of the type. */
  key_form: string
  key: string
  key_parts: KeyParts
}

export const noKey: KeyEntry = { key_form: '', key: '', key_parts: {} }

const unknownType = plainKey('')

export const keyFormsOf = (type: number): readonly KeyForm[] => channelTypeOf(type)?.keyForms ?? unknownType

/** Whether keys of the type can be filled in by their parts. A key of one part and one form is a text. */
export const hasKeyParts = (type: number): boolean => {
  const forms = keyFormsOf(type)
  return forms.length > 1 || forms.some(({ parts }) => parts.length > 1)
}

/** The form whose parts are shown; null where the keys are a text. */
export function shownForm(type: number, name: string | undefined): KeyForm | null {
  if (name === asText || !hasKeyParts(type)) return null
  const forms = keyFormsOf(type)
  return forms.find((form) => form.name === name) ?? forms[0] ?? null
}

/** The keys as the server takes them; '' = none is given. Values of fields that are not shown may be absent. */
export function keyTextOf({ type, key_form, key, key_parts = {} }: Partial<KeyEntry> & { type: number }): string {
  const form = shownForm(type, key_form)
  if (form === null) return keysIn(key ?? '').join('\n')
  const isGiven = form.parts.some(({ name }) => (key_parts[name] ?? '').trim() !== '')
  return isGiven ? keyOnOneLine(joinKey(form, key_parts)) : ''
}

/** How `text` is shown for a type: by the parts of its form, else as a text. */
export function keyEntryFor(type: number, text: string): KeyEntry {
  if (text === '' || !hasKeyParts(type)) return { ...noKey, key: text }
  const match = splitKeys(text).length === 1 ? matchKey(keyFormsOf(type), text) : null
  return match === null
    ? { ...noKey, key_form: asText, key: text }
    : { ...noKey, key_form: match.form.name, key_parts: match.parts }
}

/** Each key once. */
export const keysIn = (text: string): string[] => [...new Set(splitKeys(text).map(keyOnOneLine))]

/** What is wrong with a part; an empty one is right where the whole key may be empty and is. */
export function objectionToField(
  form: KeyForm,
  part: KeyPart,
  { parts, isRequired }: { parts: KeyParts; isRequired: boolean },
): Reason | null {
  const isEmpty = form.parts.every(({ name }) => (parts[name] ?? '').trim() === '')
  return isEmpty && !isRequired ? null : objectionToPart(form, part, parts[part.name] ?? '')
}

/** The first of several keys that is wrong, by its place, and why; null = none is. */
export function objectionToText(type: number, text: string): { line: number; reason: Reason } | null {
  for (const [index, key] of keysIn(text).entries()) {
    const objection = objectionToKey(keyFormsOf(type), key)
    if (objection !== null) return { line: index + 1, reason: objection.reason }
  }
  return null
}
