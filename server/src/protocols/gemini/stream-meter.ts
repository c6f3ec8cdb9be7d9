import { isRecord, type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { readPlain } from '../../core/json/read-record.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import type { StreamMeter } from '../wire-format.ts'
import { geminiErrorIn } from './errors.ts'
import { createGoogleSearches } from './google-searches.ts'
import { codeText } from './parse-part.ts'
import { faultOf, hasFailed, hasMedia, indexOf, isPromptBlocked, partsOf } from './parse-response.ts'
import { parseGeminiUsage } from './parse-usage.ts'
import { field, jsonText } from './wire.ts'

/** Reads the frames of a stream, which has no end marker, as they pass. `onText` receives the produced text. */
export function createGeminiStreamMeter(onText: (text: string) => void) {
  let usage: ReportedUsage | null = null
  let hasContent = false
  let isBlocked = false
  let error: unknown
  const searches = createGoogleSearches()
  const finished = new Set<number>()
  const open = new Set<number>()

  return {
    push(data) {
      const frame = data ? readPlain(data) : undefined
      const failure = geminiErrorIn(frame)
      if (failure) {
        error = failure
        return 'error'
      }
      if (!isRecord(frame)) return 'other'
      const reported = parseGeminiUsage(field(frame, 'usageMetadata'))
      usage = reported ?? usage
      searches.push(frame)
      const candidates = recordsOf(frame.candidates)
      if (candidates.length === 0) {
        if (!isPromptBlocked(frame)) return reported ? 'usage' : 'other'
        isBlocked = true
        return 'content'
      }
      const kinds = candidates.map((candidate, at) => readCandidate(candidate, indexOf(candidate, at)))
      if (error !== undefined) return 'error'
      return kinds.includes(true) ? 'content' : 'other'
    },
    /** The last usage reported. Reports are cumulative: never added. */
    usage: () => searches.addTo(usage),
    /** Whether the answer is complete: a finish reason for every candidate with content, or a blocked prompt. */
    isComplete: () => error === undefined && (isBlocked || (finished.size > 0 && open.size === 0)),
    hasContent: () => hasContent,
    error: () => error,
  } satisfies StreamMeter

  /** Whether the frame contains anything of the candidate. */
  function readCandidate(candidate: JsonRecord, index: number): boolean {
    const text = candidateText(candidate)
    if (text !== '') {
      hasContent = true
      onText(text)
    }
    if (hasFailed(candidate) && !hasContent && !hasMedia(candidate))
      error = geminiErrorIn({ error: faultOf(candidate) })
    const isFinish = Boolean(field(candidate, 'finishReason'))
    if (isFinish) {
      finished.add(index)
      open.delete(index)
    } else open.add(index)
    return text !== '' || isFinish
  }
}

/** Everything that a candidate adds to the answer, as one text to count. */
export const candidateText = (candidate: JsonRecord): string => partsOf(candidate).map(partText).join('')

function partText(part: JsonRecord): string {
  if (typeof part.text === 'string') return part.text
  const call = field(part, 'functionCall')
  return isRecord(call) ? callText(call) : codeText(part)
}

function callText(call: JsonRecord): string {
  const pieces = recordsOf(field(call, 'partialArgs')).map((piece) => {
    const value = field(piece, 'stringValue') ?? field(piece, 'numberValue') ?? field(piece, 'boolValue')
    return value === undefined || value === null ? '' : String(value)
  })
  return textOf(call.name) + (isRecord(call.args) ? jsonText(call.args) : '') + pieces.join('')
}
