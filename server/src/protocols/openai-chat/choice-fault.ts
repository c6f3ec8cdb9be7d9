import { isRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import type { OpenaiErrorObject } from '../openai-errors.ts'
import { isFaultEnd } from './map-finish-reason.ts'

/** The fields of a choice that show its failure. */
interface ChoiceEnd {
  error?: unknown
  finish_reason?: unknown
}

/** The error object inside a choice (OpenRouter); null when there is none. */
export const choiceErrorOf = ({ error }: ChoiceEnd): unknown => (isRecord(error) || textOf(error) !== '' ? error : null)

/** The error of a choice without content whose upstream failed; null for other ends. */
export const emptyFaultOf = ({ finish_reason: reason }: ChoiceEnd): OpenaiErrorObject | null =>
  isFaultEnd(reason)
    ? { message: `The model ended its answer with ${textOf(reason)}.`, type: 'upstream_error', param: null, code: null }
    : null

/** Whether a choice of a whole answer failed. */
export const hasFailedChoice = (choices: unknown): boolean =>
  recordsOf(choices).some((choice) => choiceErrorOf(choice) !== null || isFaultEnd(choice.finish_reason))
