import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { createUnreadAnswerParts } from '../../core/chat/unread-fields.ts'
import { mapStopReason } from './map-finish-reason.ts'
import { parseContent } from './parse-content.ts'
import { parseAnthropicUsage } from './parse-usage.ts'

/**
 * A whole answer in the neutral form. Blocks of server tools, compactions and unknown blocks without text are `unread`;
 * their cost is in the usage. `toolName` restores names that were changed for the upstream.
 */
export function parseAnthropicResponse(
  body: JsonRecord,
  newId: () => string,
  toolName: (wireName: string) => string = (name) => name,
): ChatResponse {
  const unread = createUnreadAnswerParts()
  const parts = parseContent(body.content, { newId, toolName, onUnread: unread.note })
  const hasToolCalls = parts.some((part) => part.kind === 'tool_call')
  const wireReason = textOf(body.stop_reason)
  const finishReason = wireReason === '' ? null : mapStopReason(wireReason, hasToolCalls)
  const stopSequence = textOf(body.stop_sequence)
  return {
    id: textOf(body.id) || newId(),
    model: textOf(body.model),
    createdAt: 0,
    choices: [
      {
        index: 0,
        parts: [...parts, ...refusalOf(body)],
        finishReason,
        ...(finishReason === 'stop_sequence' && stopSequence ? { stopSequence } : {}),
      },
    ],
    usage: parseAnthropicUsage(body.usage),
    ...unread.field(),
  }
}

/** The reason of a refusal is outside the content, which may be empty. */
function refusalOf(body: JsonRecord): Part[] {
  const text = refusalText(body)
  return text === '' ? [] : [{ kind: 'refusal', text }]
}

/** The explanation of a refusal in a message, or in the `delta` that ends it; '' when there is none. */
export const refusalText = (wire: JsonRecord): string =>
  wire.stop_reason === 'refusal' ? textOf(recordOf(wire.stop_details).explanation) : ''
