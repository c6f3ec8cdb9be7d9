import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import type { ChangeState } from '../../core/chat/change-state.ts'
import { buildEncryptedContent, parseEncryptedContent } from './encrypted-content.ts'

/**
 * Applies `change` to the opaque state in the reasoning items of `input`. Returns top-level fields to replace; null
 * when nothing changes. The API ignores a thought without state; a stored one is known by id, only to the account that
 * made it. A prefix of foreign state is removed with the state.
 */
export function mapResponsesState(body: JsonRecord, change: ChangeState): JsonRecord | null {
  if (!Array.isArray(body.input)) return null
  let isChanged = false
  const input = body.input.flatMap((item: unknown, index) => {
    if (!isRecord(item) || item.type !== 'reasoning') return [item]
    const wire = textOf(item.encrypted_content)
    const { kind, state } = parseEncryptedContent(wire)
    const changed = change(state, index)
    const isRemoved = changed === undefined
    if (isRemoved || changed !== state) isChanged = true
    return isRemoved
      ? []
      : [changed === state ? item : { ...item, encrypted_content: buildEncryptedContent({ kind, state: changed }) }]
  })
  return isChanged ? { input } : null
}
