import { isRecord, type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChangeState } from '../../core/chat/change-state.ts'
import { lostSignature } from '../../core/chat/lost-signature.ts'
import type { ModelRules } from '../../core/chat/model-rules.ts'
import { field } from './wire.ts'

/**
 * Applies `change` to the thought signatures of a body. Returns top-level fields to replace; null when nothing changes.
 * A call without its signature gets the placeholder if the model requires one.
 */
export function mapGeminiState(
  body: JsonRecord,
  change: ChangeState,
  { needsSignatures }: Pick<ModelRules, 'needsSignatures'>,
): JsonRecord | null {
  let isChanged = false
  const contents = recordsOf(body.contents).map((turn, index) => {
    if (!Array.isArray(turn.parts)) return turn
    const parts = turn.parts.flatMap((part: unknown) => {
      const state = isRecord(part) ? textOf(field(part, 'thoughtSignature')) : ''
      if (!isRecord(part) || state === '') return [part]
      const changed = change(state, index)
      if (changed === state) return [part]
      isChanged = true
      const isCall = field(part, 'functionCall') !== undefined
      const signature = changed ?? (isCall && needsSignatures ? lostSignature : undefined)
      const { thoughtSignature: _, thought_signature: __, ...rest } = part
      if (signature !== undefined) return [{ ...rest, thoughtSignature: signature }]
      return isNothing(rest) ? [] : [rest]
    })
    return { ...turn, parts: parts.length > 0 ? parts : [{ text: '...' }] }
  })
  return isChanged ? { contents } : null
}

/** An empty text that only held a signature. */
const isNothing = (part: JsonRecord): boolean => part.text === '' || Object.keys(part).length === 0
