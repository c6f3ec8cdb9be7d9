import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { formText, type KeyForm, type KeyParts, splitKey } from '@sluice/contract/key-forms'

/** What is read of a key, or why it cannot be read. */
export type ParsedKey<Parts = unknown> = { ok: true; parts: Parts } | { ok: false; reason: Reason }

/** Reads keys of `forms`. */
export const keyParser =
  (forms: readonly KeyForm[]) =>
  (key: string): ParsedKey<KeyParts> => {
    const parts = splitKey(forms, key)
    return parts === null
      ? { ok: false, reason: makeReason('keyForm', { form: formText(forms) }) }
      : { ok: true, parts }
  }

const secretLengthMin = 16

/** What must not be shown of a key: the key, its parts, and the token it was exchanged for. */
export function secretsOf(key: string, token?: string): readonly string[] {
  const parts = key.includes('|') ? key.split('|').filter((part) => part.length >= secretLengthMin) : []
  return [key, ...parts, ...(token === undefined ? [] : [token])]
}
