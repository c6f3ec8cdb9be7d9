import type { Reason } from '@sluice/contract/error-reasons'
import { type KeyForm, type KeyPartName, type KeyParts, matchKey, objectionToKey } from '@sluice/contract/key-forms'

/** The parts of a key, or why it cannot be read and which part is wrong. */
export type ParsedKey<Parts = unknown> = { ok: true; parts: Parts } | { ok: false; reason: Reason; part?: KeyPartName }

/** A parser of keys in one of `forms`. */
export const keyParser =
  (forms: readonly KeyForm[]) =>
  (key: string): ParsedKey<KeyParts> => {
    const objection = objectionToKey(forms, key)
    if (objection !== null) return { ok: false, ...objection }
    return { ok: true, parts: matchKey(forms, key)?.parts ?? {} }
  }

const secretLengthMin = 16

/** What must not appear in messages: the key, its parts, and its token. */
export function secretsOf(key: string, token?: string): readonly string[] {
  const parts = key.includes('|') ? key.split('|').filter((part) => part.length >= secretLengthMin) : []
  return [key, ...parts, ...(token === undefined ? [] : [token])]
}
