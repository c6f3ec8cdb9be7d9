import { isRecord, type JsonRecord, listOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { jsonTextOf } from '../../core/json/prepared-json.ts'
import { recordIn } from '../../core/json/record-in.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { baseRespError, codeError } from './base-resp.ts'
import { choiceErrorOf, emptyFaultOf, hasFailedChoice } from './choice-fault.ts'
import { deliveredText } from './delivered-text.ts'
import { isFaultEnd } from './map-finish-reason.ts'
import { parseOpenaiUsage } from './parse-usage.ts'
import { countOwnSearches, withSearchesOf } from './search-model.ts'

/** What the gateway reads of a whole answer. */
export interface OpenaiAnswer {
  /** The ids of its sounds. */
  objectIds(): readonly string[]
  usage: ReportedUsage | null
  /** An error object under status 200, which some upstreams send. */
  error: unknown
  /** The upstream failed after some content. */
  hasFault(): boolean
  /** It has no list of choices. */
  isForeign: boolean
  /** All produced text, to count tokens when usage is missing. */
  text(): string
}

/** Reads a whole answer. Null when the body is not a JSON object. */
export function parseOpenaiAnswer(body: Uint8Array, answer = recordIn(body)): OpenaiAnswer | null {
  if (answer === null) return null
  return {
    objectIds: () => listOf(answer.choices).flatMap((choice) => soundOf(recordOf(recordOf(choice).message))),
    usage: withSearchesOf(answer.model, parseOpenaiUsage(usageIn(answer), answer.service_tier), ownSearchesIn(answer)),
    error: answer.error ?? baseRespError(answer.base_resp) ?? codeError(answer) ?? choiceFault(answer),
    hasFault: () => hasFailedChoice(answer.choices),
    isForeign: !Array.isArray(answer.choices),
    text: () => answerText(answer),
  }
}

/**
 * Vectors have no output: where only a total is reported, it is the input.
 * https://docs.voyageai.com/reference/embeddings-api, as known on 2026-11-30
 */
function usageIn({ usage, data, choices }: JsonRecord): unknown {
  const { prompt_tokens, input_tokens, total_tokens } = recordOf(usage)
  const isTotalAlone = (prompt_tokens ?? input_tokens ?? null) === null && total_tokens !== undefined
  const hasVectors = Array.isArray(data) && choices === undefined
  return isTotalAlone && hasVectors ? { ...recordOf(usage), prompt_tokens: total_tokens } : usage
}

const ownSearchesIn = ({ choices }: JsonRecord): number =>
  recordsOf(choices).reduce((sum, { message }) => sum + countOwnSearches(recordOf(message).tool_calls), 0)

/** The id of the sound in a message or a delta. */
export function soundOf({ audio }: JsonRecord): string[] {
  const id = textOf(recordOf(audio).id)
  return id === '' ? [] : [id]
}

const answerText = ({ choices }: JsonRecord): string => listOf(choices).map(choiceText).join('\n')

/** The error of the first choice that failed: by an error object, or without content. */
function choiceFault({ choices }: JsonRecord): unknown {
  for (const choice of recordsOf(choices)) {
    const fault = choiceErrorOf(choice) ?? (isFaultEnd(choice.finish_reason) ? emptyFault(choice) : null)
    if (fault !== null) return fault
  }
  return null
}

/**
 * The arguments that a host sent as values; and the lists of calls, whose text is counted where the usage is missing.
 */
export const valuesInAnswer = ({ choices, usage }: JsonRecord): object[] =>
  recordsOf(choices).flatMap(({ message, delta }) => {
    const { tool_calls: calls } = recordOf(message)
    const given = recordsOf(calls ?? recordOf(delta).tool_calls).map((call) => recordOf(call.function).arguments)
    const values = given.filter((one) => typeof one === 'object' && one !== null)
    return Array.isArray(calls) && !isRecord(usage) ? [...values, calls] : values
  })

const emptyFault = (choice: JsonRecord) => (choiceText(choice) === '' ? emptyFaultOf(choice) : null)

function choiceText(choice: unknown): string {
  const { text, message: wire } = recordOf(choice)
  const message = recordOf(wire)
  const calls = Array.isArray(message.tool_calls) ? jsonTextOf(message.tool_calls) : ''
  return textOf(text) + deliveredText(message) + calls
}
