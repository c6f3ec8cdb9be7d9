import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../platform/secret-box.ts'
import { redemptionKeyPurpose, redemptionKeySealContext } from './redemptions.ts'

/** 128 random bits, as 32 hexadecimal letters. */
export const newCode = (): string => randomBytes(16).toString('hex')

/** Codes are typed from paper, so hexadecimal ones may be in upper case. Others are used as they are. */
const normaliseCode = (text: string): string => {
  const code = text.trim()
  return /^[0-9a-f]{32}$/i.test(code) ? code.toLowerCase() : code
}

export const hashCode = (box: SecretBox, code: string): string => box.lookup(normaliseCode(code), redemptionKeyPurpose)

export const sealCode = (box: SecretBox, code: string): string => box.seal(code, redemptionKeySealContext)

/** '' when the row is damaged, so that lists still work and the row can be deleted. */
export function openCode(box: SecretBox, sealed: string): string {
  try {
    return box.open(sealed, redemptionKeySealContext)
  } catch {
    return ''
  }
}
