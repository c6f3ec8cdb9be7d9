import type { ClientTarget } from '../../protocols/client-target.ts'
import type { WireAnswer } from '../../protocols/wire-format.ts'
import { operationOf } from './operations.ts'
import type { Passage } from './passage.ts'

interface ArrivedAnswer {
  target: Pick<ClientTarget, 'operation'>
  passage: Pick<Passage, 'isSameFormat'>
  body: Uint8Array
  answer: Pick<WireAnswer, 'isForeign' | 'isConversation'>
}

/**
 * Whether an answer under status 200 is of another kind than the call: of another format, a conversation where none was
 * asked for, or JSON in place of sound. What a wire of a provider answers is checked by its reader.
 */
export function isForeignAnswer({ target, passage, body, answer }: ArrivedAnswer): boolean {
  const { isText, isSound } = operationOf(target)
  if (isText) return answer.isForeign === true
  if (!passage.isSameFormat) return false
  // Vectors, and pictures in Google's format, are read by the reader of conversations, to which they are foreign.
  return answer.isConversation === true || answer.isForeign === false || (isSound && startsAsObject(body))
}

/** Whether the first byte after white space is `{`. */
export const startsAsObject = (body: Uint8Array): boolean => body.find((byte) => byte > 0x20) === 0x7b
