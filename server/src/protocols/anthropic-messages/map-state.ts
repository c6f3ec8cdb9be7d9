import { isRecord, type JsonRecord, recordsOf } from '@sluice/contract/read-json'
import type { ChangeState } from '../../core/chat/change-state.ts'
import { parseCallState } from './call-state.ts'

/**
 * Applies `change` to the signed and redacted thoughts of a body. Returns top-level fields to replace; null when
 * nothing changes. A thought without its signature is refused, so it is removed whole; where signatures are not used
 * (`isSigned` false: models of other makers behind this format) it stays.
 */
export function mapAnthropicState(body: JsonRecord, change: ChangeState, isSigned = true): JsonRecord | null {
  let isChanged = false
  const messages = recordsOf(body.messages).flatMap((message, index) => {
    if (!Array.isArray(message.content)) return [message]
    const content = message.content.flatMap((block: unknown) => {
      const own = (state: string) => {
        if (state === '') return isSigned ? undefined : state
        return change(state, index)
      }
      const mapped = isRecord(block) ? mapBlock(block, own) : block
      if (mapped !== block) isChanged = true
      return mapped === null ? [] : [mapped]
    })
    const isEmptied = content.length === 0 && message.content.length > 0
    return isEmptied ? [] : [{ ...message, content }]
  })
  if (!isChanged) return null
  return isBudgetRefused(body.thinking, messages) ? { messages, thinking: { type: 'disabled' } } : { messages }
}

function mapBlock(block: JsonRecord, change: (state: string) => string | undefined): JsonRecord | null {
  const field = { thinking: 'signature', redacted_thinking: 'data' }[String(block.type)]
  if (!field) return block
  const state = block[field]
  if (typeof state !== 'string') return block
  // The state of a call is always that of another format.
  if (parseCallState(state) !== undefined) return null
  const changed = change(state)
  if (changed === state) return block
  return changed === undefined ? null : { ...block, [field]: changed }
}

/** A tool loop may have a budget only while its call still has thinking before it. */
function isBudgetRefused(thinking: unknown, messages: readonly JsonRecord[]): boolean {
  if (!isRecord(thinking) || thinking.type !== 'enabled') return false
  const last = messages.at(-1)
  const isLoop = last?.role === 'user' && recordsOf(last.content).some(({ type }) => type === 'tool_result')
  const called = messages.findLast(({ role }) => role === 'assistant')
  const first = recordsOf(called?.content)[0]?.type
  return isLoop && first !== 'thinking' && first !== 'redacted_thinking'
}
