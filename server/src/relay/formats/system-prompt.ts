import { isRecord, type JsonRecord, recordOf } from '@sluice/contract/read-json'
import type { Span } from '../../core/json/scan-json.ts'
import { withSystemMessage } from '../../core/tokens/with-system-message.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { isSentRaw } from './is-sent-raw.ts'

type PromptedCall = Pick<AdmittedCall, 'format' | 'target' | 'snapshot' | 'countable' | 'request'>
type Prompted = Pick<ChannelState, 'setting'>

/** The channel's system prompt for a call; null = none is added. */
export function systemPromptFor(call: PromptedCall, channel: Prompted, format: WireFormatId): string | null {
  const { system_prompt: text = '', system_prompt_override: isAlways = false } = channel.setting
  if (text.trim() === '' || call.target.operation !== 'chat' || isSentRaw(call, format, channel)) return null
  return isAlways || !hasSystem(call) ? text : null
}

/** Whether the client sent instructions of its own. */
const hasSystem = ({ countable, request }: PromptedCall): boolean =>
  listOf(countable.messages).some(
    (message) => isRecord(message) && (message.role === 'system' || message.role === 'developer'),
  ) ||
  (typeof request.body.instructions === 'string' && request.body.instructions !== '')

/** A top-level field with the prompt before its previous content. */
export interface PromptedField {
  field: string
  value: unknown
  /** The new first element of the list; null if the field is not a list. */
  first: unknown
}

/** The field of a body that holds system prompts; null for formats without bodies of their own. */
export function promptedField(
  format: WireFormatId,
  body: JsonRecord,
  { prompt, role }: { prompt: string; role: string },
): PromptedField | null {
  switch (format) {
    case 'openai': {
      const first = { role, content: prompt }
      return { field: 'messages', value: [first, ...listOf(body.messages)], first }
    }
    case 'responses':
      return { field: 'instructions', value: joined(prompt, body.instructions), first: null }
    case 'anthropic': {
      if (!Array.isArray(body.system)) return { field: 'system', value: joined(prompt, body.system), first: null }
      const first = { type: 'text', text: prompt }
      return { field: 'system', value: [first, ...body.system], first }
    }
    case 'gemini':
      return geminiField(body, prompt)
    case 'own':
      return null
    default:
      return format satisfies never
  }
}

function geminiField(body: JsonRecord, prompt: string): PromptedField {
  const field = body.system_instruction === undefined ? 'systemInstruction' : 'system_instruction'
  const given = body[field]
  const own = typeof given === 'string' ? [{ text: given }] : listOf(recordOf(given).parts)
  return { field, value: { ...recordOf(given), parts: [{ text: prompt }, ...own] }, first: null }
}

/** The JSON of the field. The client's list keeps its bytes after the new first element. */
export function promptedText({ first, value }: PromptedField, bytes: Uint8Array, span: Span | undefined): string {
  if (first === null || span === undefined) return JSON.stringify(value)
  const list = Buffer.from(bytes.subarray(span.start, span.end)).toString('utf8')
  const rest = list.slice(list.indexOf('[') + 1)
  return `[${JSON.stringify(first)}${rest.trimStart().startsWith(']') ? '' : ','}${rest}`
}

/** The body in the form whose tokens are counted, with the prompt of the channel. */
export function countableOf(call: PromptedCall, channel: Prompted, format: WireFormatId): JsonRecord {
  const prompt = systemPromptFor(call, channel, format)
  return prompt === null ? call.countable : withSystemMessage(call.countable, prompt)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const joined = (prompt: string, own: unknown): string =>
  typeof own === 'string' && own !== '' ? `${prompt}\n\n${own}` : prompt
