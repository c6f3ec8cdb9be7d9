import { makeReason, type Reason } from './error-reasons.ts'
import { isPlain } from './plain-text.ts'

/** The longest name of a model, in bytes of UTF-8. Inputs with more characters than that are refused unread. */
export const modelNameBytesMax = 255
/** The longest name of a group, in characters. */
export const groupNameMax = 64

/** Why one of the names cannot be that of a model of a channel; null = each can. */
export function objectionToModels(names: readonly string[]): Reason | null {
  const tooLong = names.find((name) => bytesOf(name) > modelNameBytesMax)
  if (tooLong !== undefined) return makeReason('modelNameTooLong', { what: shortened(tooLong) })
  return names.every(isPlain) ? null : makeReason('unseenCharacters')
}

/** Why one of the names cannot be that of a group of a channel; null = each can. */
export function objectionToGroups(names: readonly string[]): Reason | null {
  const tooLong = names.find((name) => name.length > groupNameMax)
  if (tooLong !== undefined) return makeReason('groupNameTooLong', { what: shortened(tooLong) })
  return names.every(isPlain) ? null : makeReason('unseenCharacters')
}

/** The length in UTF-8. */
const bytesOf = (name: string): number =>
  [...name].reduce((sum, character) => sum + bytesOfCode(character.codePointAt(0) ?? 0), 0)

function bytesOfCode(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x8_00) return 2
  return code < 0x1_00_00 ? 3 : 4
}

const shortened = (name: string): string => `${name.slice(0, 40)}…`
