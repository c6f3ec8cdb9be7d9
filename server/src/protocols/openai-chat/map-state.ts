import { isRecord, type JsonRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import type { ChangeState } from '../../core/chat/change-state.ts'

/**
 * Applies `change` to the opaque state in the extensions of this format (`reasoning_details`, `extra_content` of
 * calls). Returns top-level fields to replace; null when nothing changes. `lostSignature` replaces a removed signature
 * that a call must have.
 */
export function mapOpenaiState(body: JsonRecord, change: ChangeState, lostSignature?: string): JsonRecord | null {
  let isChanged = false
  const messages = recordsOf(body.messages).map((message, index) => {
    const own = (state: string) => change(state, index)
    const details = mapList(message.reasoning_details, (detail) => mapDetail(detail, own))
    const calls = mapList(message.tool_calls, (call) => mapCall(call, own, lostSignature))
    if (!details && !calls) return message
    isChanged = true
    return { ...message, ...(details && { reasoning_details: details }), ...(calls && { tool_calls: calls }) }
  })
  return isChanged ? { messages } : null
}

/** The list with mapped records, without those mapped to null; null when nothing changed. */
function mapList(list: unknown, map: (one: JsonRecord) => JsonRecord | null): unknown[] | null {
  if (!Array.isArray(list)) return null
  const mapped = list.map((one: unknown) => (isRecord(one) ? map(one) : one))
  return mapped.some((one, index) => one !== list[index]) ? mapped.filter((one) => one !== null) : null
}

function mapDetail(detail: JsonRecord, change: (state: string) => string | undefined): JsonRecord | null {
  const field = detail.type === 'reasoning.encrypted' ? 'data' : 'signature'
  const state = detail[field]
  if (typeof state !== 'string') return detail
  const changed = change(state)
  if (changed === state) return detail
  if (changed !== undefined) return { ...detail, [field]: changed }
  const { [field]: _, ...rest } = detail
  return field === 'data' ? null : rest
}

function mapCall(
  call: JsonRecord,
  change: (state: string) => string | undefined,
  lostSignature: string | undefined,
): JsonRecord {
  const google = recordOf(recordOf(call.extra_content).google)
  const state = google.thought_signature
  if (typeof state !== 'string') return call
  const changed = change(state) ?? lostSignature
  if (changed === state) return call
  const { extra_content: extra, ...rest } = call
  if (changed === undefined) return rest
  return { ...rest, extra_content: { ...recordOf(extra), google: { ...google, thought_signature: changed } } }
}
