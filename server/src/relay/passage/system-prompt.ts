import { isRecord, type JsonRecord, listOf } from '@sluice/contract/read-json'
import type { Span } from '../../core/json/scan-json.ts'
import { withSystemMessage } from '../../core/tokens/with-system-message.ts'
import type { PromptedField } from '../../protocols/wire-format.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { operationOf } from './operations.ts'
import type { Passage } from './passage.ts'

type PromptedCall = Pick<AdmittedCall, 'format' | 'target' | 'snapshot' | 'countable' | 'request'>
type Prompted = Pick<ChannelState, 'setting'>

interface PromptedWay {
  channel: Prompted
  passage: Pick<Passage, 'isRaw'>
}

/** The channel's system prompt for a call that may be changed; null = none is added. */
export function systemPromptFor(call: PromptedCall, channel: Prompted): string | null {
  const { system_prompt: text = '', system_prompt_override: isAlways = false } = channel.setting
  if (text.trim() === '' || !operationOf(call.target).isChat) return null
  return isAlways || !hasSystem(call) ? text : null
}

/** Whether the client sent instructions of its own. */
const hasSystem = ({ countable, request }: PromptedCall): boolean =>
  listOf(countable.messages).some(
    (message) => isRecord(message) && (message.role === 'system' || message.role === 'developer'),
  ) ||
  (typeof request.body.instructions === 'string' && request.body.instructions !== '')

/** The JSON of the field. The client's list keeps its bytes after the new first element. */
export function promptedText({ first, value }: PromptedField, bytes: Uint8Array, span: Span | undefined): string {
  if (first === null || span === undefined) return JSON.stringify(value)
  const list = Buffer.from(bytes.subarray(span.start, span.end)).toString('utf8')
  const rest = list.slice(list.indexOf('[') + 1)
  return `[${JSON.stringify(first)}${rest.trimStart().startsWith(']') ? '' : ','}${rest}`
}

/** The body in the form whose tokens are counted, with the prompt of the channel. */
export function countableOf(call: PromptedCall, { channel, passage }: PromptedWay): JsonRecord {
  const prompt = passage.isRaw ? null : systemPromptFor(call, channel)
  return prompt === null ? call.countable : withSystemMessage(call.countable, prompt)
}
