import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ReasoningPart } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import type { ReasoningFields } from './wire.ts'

/**
 * Reasoning of an assistant's message. The text is in `reasoning_content` (`reasoning` with some providers);
 * `reasoning_details` holds what must be sent back unchanged, and repeats the text.
 * https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
export function parseReasoning(message: JsonRecord): ReasoningPart[] {
  const plain = textOf(message.reasoning_content) || textOf(message.reasoning)
  const details = recordsOf(message.reasoning_details).flatMap(parseReasoningDetail)
  const isRepeated = details.some((part) => part.text !== '')
  const text: ReasoningPart[] = plain === '' || isRepeated ? [] : [{ kind: 'reasoning', text: plain }]
  return [...text, ...details]
}

/** One entry of `reasoning_details`; nothing for an entry with neither text nor state. */
export function parseReasoningDetail(wire: JsonRecord): ReasoningPart[] {
  const format = textOf(wire.format) || undefined
  if (wire.type === 'reasoning.encrypted') {
    const redacted = textOf(wire.data)
    return redacted === '' ? [] : [defined<ReasoningPart>({ kind: 'reasoning', text: '', redacted, format })]
  }
  const text = textOf(wire.text) || textOf(wire.summary)
  const signature = textOf(wire.signature) || undefined
  if (text === '' && signature === undefined) return []
  return [defined<ReasoningPart>({ kind: 'reasoning', text, signature, format })]
}

/** The fields that hold `parts`: the text always, the details only if there is state to send back. */
export function buildReasoning(parts: ReasoningPart[], format?: string): ReasoningFields {
  const text = parts.map((part) => part.text).join('')
  const hasState = parts.some((part) => part.signature !== undefined || part.redacted !== undefined)
  const details = parts.map((part, index) => buildReasoningDetail(part, index, format))
  return defined<ReasoningFields>({
    reasoning_content: text === '' ? undefined : text,
    reasoning_details: hasState ? details : undefined,
  })
}

/** One entry of `reasoning_details`. `format` is the owner of the state if the part has none. */
export function buildReasoningDetail(part: ReasoningPart, index: number, format?: string): JsonRecord {
  const { text, signature, redacted } = part
  const more = { format: part.format ?? format, index }
  return defined<JsonRecord>(
    redacted === undefined
      ? { type: 'reasoning.text', text, signature, ...more }
      : { type: 'reasoning.encrypted', data: redacted, ...more },
  )
}
