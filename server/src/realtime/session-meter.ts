import type { Unbelieved } from '@sluice/contract/usage-log'
import { spokenTokens, transcriptionUsage } from '../core/billing/billable.ts'
import { type Charge, chargeOf } from '../core/billing/charge.ts'
import type { CallPrice } from '../core/billing/price-plan.ts'
import { believeReport, ownCounts } from '../core/catalogue/believe-report.ts'
import { usableTokensOf } from '../core/catalogue/usable-tokens.ts'
import { estimateTokens } from '../core/tokens/estimate-tokens.ts'
import { addUsage, inputTotal, isPlausible, noUsage, outputTotal, type Usage } from '../core/usage/usage.ts'
import { boundReport, fillReport, type ReportedUsage } from '../core/usage/usage-report.ts'
import { parseRealtimeEvent, pcmBytesPerSecond, type RealtimeEvent } from '../protocols/openai-realtime/parse-event.ts'
import { createSessionInput } from './session-input.ts'

export interface SessionTerms {
  price: CallPrice
  groupRatio: number
  quotaPerUnit: number
}

export interface SessionUse {
  usage: Usage
  /** Number of responses, for fixed prices. */
  units: number
  isEstimated: boolean
  /** What the last report beyond what is possible says; absent = all could be believed. */
  unbelieved?: Unbelieved
}

/** The usage of a session so far. */
export interface SessionMeter {
  /** Reads an event of the client: the input of later responses. */
  pushClient(message: string): void
  /** Reads an event of the upstream. */
  push(message: string): RealtimeEvent
  /** Adds usage that the upstream reports outside a response. It replaces the estimate of the last response. */
  report(usage: ReportedUsage): void
  /** Includes what has been delivered of an unfinished response. */
  use(): SessionUse
  /** The usage of the separate model that transcribes the client's audio. */
  transcribed(): SessionUse
  /** A response is being delivered. */
  readonly isAnswering: boolean
}

/**
 * What transcribes the client's audio: a separate model, which is charged separately; the model of a session that does
 * nothing else; or the model that answers, which reports no usage for it.
 */
type Transcriber = 'other' | 'own' | 'none'

/** Transcripts of a session are believed to be of this much sound, however little the client sent. */
const secondsLeast = 60

export function createSessionMeter({
  transcriber,
  model = '',
}: {
  transcriber: Transcriber
  model?: string
}): SessionMeter {
  let done: SessionUse = { usage: noUsage, units: 0, isEstimated: false }
  /** The usage before the last response and the own count of it, if that one was estimated. */
  let estimated: { before: SessionUse; own: Usage } | null = null
  let transcripts: SessionUse = { usage: noUsage, units: 0, isEstimated: false }
  let bytesPerSecond = pcmBytesPerSecond
  let soundBytes = 0
  let textTokens = 0
  /** Of all transcripts so far, as reported and believed. */
  let transcribedSeconds = 0
  const input = createSessionInput()

  /** The own count of a response: what the model reads before it, and the output since the last finished response. */
  const counted = (): Usage => ({
    ...input.read(),
    outputText: textTokens,
    outputAudio: spokenTokens(soundBytes / bytesPerSecond),
  })

  /** The report of one response, within what is possible. */
  const believe = (usage: ReportedUsage, own: Usage): ReportedUsage =>
    believeReport(
      boundReport(usage, () => usableTokensOf(model)),
      () => ({ ...ownCounts(inputTotal(own), outputTotal(own)), model }),
    )

  function endResponse({ usage, isAnswered }: Extract<RealtimeEvent, { kind: 'response_done' }>): void {
    const own = counted()
    const believed = usage && believe(usage, own)
    const reported = believed && isPlausible(believed) ? believed : null
    const isEstimated = reported === null || reported.missing !== undefined || reported.isDoubtful === true
    const isUsed = isAnswered || outputTotal(own) > 0 || (reported !== null && inputTotal(reported) > 0)
    estimated = isUsed && reported === null ? { before: done, own } : null
    if (isUsed) done = add(done, reported ? fillReport(reported, own) : own, isEstimated, reported?.unbelieved)
    input.said(own)
    soundBytes = 0
    textTokens = 0
  }

  function endTranscript({ usage, seconds, text }: Extract<RealtimeEvent, { kind: 'transcribed' }>): void {
    const heard = transcriptionUsage(input.takeUntranscribed())
    const believed = usage && believeReport(usage, () => ({ ...ownCounts(inputTotal(heard), 0), model: '' }))
    const own = { ...heard, outputText: believed?.missing ? estimateTokens(text) : 0 }
    const isLonger = seconds !== null && !isPossibleDuration(seconds)
    const isUnknown = usage === null && (seconds === null || isLonger)
    const used = believed ? fillReport(believed, own) : isUnknown ? heard : transcriptionUsage(seconds ?? 0)
    const isEstimated = isUnknown || believed?.missing !== undefined || believed?.isDoubtful === true
    if (!isPlausible(used)) return
    if (seconds !== null && !isLonger) transcribedSeconds += seconds
    const unbelieved = isLonger ? { seconds } : believed?.unbelieved
    if (transcriber === 'own') done = add(done, used, isEstimated, unbelieved)
    else transcripts = add(transcripts, used, isEstimated, unbelieved)
  }

  /** Whether transcripts can be of so much more sound: at most twice what the client sent, each a whole second. */
  function isPossibleDuration(seconds: number): boolean {
    const ended = done.units + transcripts.units
    return transcribedSeconds + seconds <= Math.max(secondsLeast, input.sentSeconds * 2) + ended
  }

  return {
    get isAnswering() {
      return soundBytes > 0 || textTokens > 0
    },
    pushClient: (message) => input.fromClient(message),
    push(message) {
      const event = parseRealtimeEvent(message)
      if (event.kind === 'session') bytesPerSecond = event.bytesPerSecond
      if (event.kind === 'audio') soundBytes += (event.base64Length * 3) / 4
      else if (event.kind === 'text') textTokens += estimateTokens(event.text)
      else if (event.kind === 'response_done') endResponse(event)
      else if (event.kind === 'transcribed' && transcriber !== 'none') endTranscript(event)
      else input.fromUpstream(event)
      return event
    },
    report(given) {
      const { before, own } = estimated ?? { before: done, own: noUsage }
      const usage = believe(given, own)
      if (!isPlausible(usage)) return
      const { units } = done
      const isEstimated = usage.missing !== undefined || usage.isDoubtful === true
      done = { ...add(before, fillReport(usage, own), isEstimated, usage.unbelieved), units }
      estimated = null
    },
    use: () => (soundBytes + textTokens > 0 ? add(done, counted(), true) : done),
    transcribed: () => transcripts,
  }
}

const add = (a: SessionUse, usage: Usage, isEstimated: boolean, unbelieved = a.unbelieved): SessionUse => ({
  usage: addUsage(a.usage, usage),
  units: a.units + 1,
  isEstimated: a.isEstimated || isEstimated,
  ...(unbelieved && { unbelieved }),
})

/**
 * The price of the usage. Its tokens come from many calls, so price steps by prompt length do not apply, and an
 * expression is that of its first branches.
 */
export const priceUse = ({ usage, units }: SessionUse, { price, groupRatio, quotaPerUnit }: SessionTerms): Charge =>
  chargeOf({ usage, units, imageFactor: null, sample: noUsage }, { ...price, steps: [] }, { groupRatio, quotaPerUnit })
