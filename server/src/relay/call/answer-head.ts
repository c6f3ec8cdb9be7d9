import type { AnswerHead } from '../../protocols/wire-format.ts'
import type { AdmittedCall } from './relay-call.ts'

/** The identity of an answer written by the gateway. Ids of its parts derive from the call's own. */
export function answerHeadOf(call: AdmittedCall): AnswerHead {
  let made = 0
  return {
    requestId: call.id,
    model: call.request.model,
    createdSeconds: Math.floor(call.startedAt / 1_000),
    inputTokens: call.inputTokens,
    wantsUsage: call.request.wantsUsage,
    body: call.request.body,
    onItem: call.onItem,
    newId: () => `${call.id}${made++}`,
  }
}
