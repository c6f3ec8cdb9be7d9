import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { formText, type KeyForm, type KeyParts, splitKey } from '@sluice/contract/key-forms'

/** The parts of a key, or why it cannot be read. */
export type ParsedKey<Parts = unknown> = { ok: true; parts: Parts } | { ok: false; reason: Reason }

/** A parser of keys in one of `forms`. */
export const keyParser =
  (forms: readonly KeyForm[]) =>
  (key: string): ParsedKey<KeyParts> => {
    const parts = splitKey(forms, key)
    return parts === null
      ? { ok: false, reason: makeReason('keyForm', { form: formText(forms) }) }
      : { ok: true, parts }
  }

const secretLengthMin = 16

/** What must not appear in messages: the key, its parts, and its token. */
export function secretsOf(key: string, token?: string): readonly string[] {
  const parts = key.includes('|') ? key.split('|').filter((part) => part.length >= secretLengthMin) : []
  return [key, ...parts, ...(token === undefined ? [] : [token])]
}
