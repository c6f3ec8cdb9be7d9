import { isRecord, type JsonRecord, parseJson, recordsOf } from '@sluice/contract/read-json'
import { textOfBytes } from '../../core/json/record-in.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { geminiErrorIn } from './errors.ts'
import { createGoogleSearches } from './google-searches.ts'
import { predictionsOf } from './image-wire.ts'
import { faultOf, hasFailed, hasMedia, isPromptBlocked } from './parse-response.ts'
import { parseGeminiUsage } from './parse-usage.ts'
import { candidateText } from './stream-meter.ts'
import { field } from './wire.ts'

/** What the gateway reads of a whole answer that passes unchanged. */
export interface GeminiAnswer {
  usage: ReportedUsage | null
  /** An error object under status 200; null when there is none. */
  error: unknown
  /** The model or the upstream failed after some content. */
  hasFault(): boolean
  /** The prompt was blocked: there is no text, and the prompt is charged. */
  isBlocked: boolean
  /** It has neither candidates nor a judgement of the prompt. */
  isForeign?: boolean
  /** The images of a `:predict` answer; absent for other answers. */
  units?: number
  /** All produced text, to count tokens when usage is missing. */
  text(): string
}

/** Reads a whole answer. Null when the body is neither a JSON object nor an error in a list. */
export function parseGeminiAnswer(body: Uint8Array, read?: JsonRecord | null): GeminiAnswer | null {
  const value = read === undefined ? parseJson(textOfBytes(body)) : read
  const error = geminiErrorIn(value)
  if (!isRecord(value))
    return error ? { usage: null, error, isBlocked: false, hasFault: () => false, text: () => '' } : null
  const candidates = recordsOf(value.candidates)
  const searches = createGoogleSearches()
  searches.push(value)
  return {
    usage: searches.addTo(parseGeminiUsage(field(value, 'usageMetadata'))),
    error: error ?? emptyFault(candidates),
    hasFault: () => candidates.some(hasFailed),
    ...(value.predictions !== undefined && { units: predictionsOf(value).length }),
    isForeign: !value.candidates && !field(value, 'promptFeedback'),
    isBlocked: candidates.length === 0 && isPromptBlocked(value),
    text: () => candidates.map(candidateText).join('\n'),
  }
}

function emptyFault(candidates: JsonRecord[]): JsonRecord | null {
  const failed = candidates.find(
    (candidate) => hasFailed(candidate) && candidateText(candidate) === '' && !hasMedia(candidate),
  )
  return failed ? faultOf(failed) : null
}
