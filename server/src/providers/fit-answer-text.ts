import { parseExactRecord } from '../core/json/exact-json.ts'
import { jsonOfFrame } from '../core/json/json-later.ts'
import type { CallOperation } from '../protocols/call-operation.ts'
import type { FitAnswer } from './provider.ts'

/** The JSON of an answer or a chunk as clients of OpenAI's format read it; the text itself where nothing changes. */
export function fitAnswerText(fit: FitAnswer, json: string, operation: CallOperation): string {
  const answer = fit.mayChange(json, operation) ? parseExactRecord(json) : null
  const changed = answer && fit.change(answer, operation)
  return changed ? jsonOfFrame(changed) : json
}
