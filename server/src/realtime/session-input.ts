import type { JsonRecord } from '@sluice/contract/read-json'
import { heardTokens } from '../core/billing/billable.ts'
import { startPromptEstimate } from '../core/tokens/estimate-prompt.ts'
import { noUsage, type Usage } from '../core/usage/usage.ts'
import { parseClientInput } from '../protocols/openai-realtime/client-event.ts'
import { pcmBytesPerSecond, type RealtimeEvent } from '../protocols/openai-realtime/parse-event.ts'

/** The gateway's own count of what the model of a session reads, for upstreams that do not report it. */
export interface SessionInput {
  /** Reads an event of the client. */
  fromClient(message: string): void
  /** Reads an event of the upstream. */
  fromUpstream(event: RealtimeEvent): void
  /** Keeps what the model said: it reads that again before its next response. */
  said(output: Pick<Usage, 'outputText' | 'outputAudio'>): void
  /** What the model reads before a response: instructions, tools, and the conversation. */
  read(): Usage
  /** Takes the seconds of the client's speech since the last transcript. */
  takeUntranscribed(): number
  /** Seconds of all sound that the client sent, also of what never became a part of the conversation. */
  readonly sentSeconds: number
}

interface Tokens {
  text: number
  audio: number
}

/** The window of gpt-realtime. Upstreams drop the beginning of a longer conversation. */
const windowTokens = 32_000
/** The most items that a client can delete again: more would not fit the window. */
export const namedItemsMax = 10_000

export function createSessionInput(): SessionInput {
  let bytesPerSecond = pcmBytesPerSecond
  const settings: JsonRecord = {}
  let settingsTokens = 0
  const conversation: Tokens = { text: 0, audio: 0 }
  /** Items by the id that the client gave them: it may delete these. */
  const named = new Map<string, Tokens>()
  /** Sound that is not a part of the conversation yet. */
  let waitingBytes = 0
  let speechStartMs = 0
  let speechMs = 0
  let untranscribed = 0
  let sentBase64 = 0

  const secondsOf = (base64Length: number): number => (base64Length * 3) / 4 / bytesPerSecond

  function add({ text, audio }: Tokens, sign: 1 | -1 = 1): void {
    conversation.text += sign * text
    conversation.audio += sign * audio
  }

  /** Of detected speech only the speech is kept, without the silence around it. */
  function commit(): void {
    const seconds = speechMs > 0 ? Math.min(secondsOf(waitingBytes), speechMs / 1_000) : secondsOf(waitingBytes)
    waitingBytes = 0
    speechMs = 0
    untranscribed += seconds
    add({ text: 0, audio: heardTokens(seconds) })
  }

  return {
    fromClient(message) {
      const event = parseClientInput(message)
      if (event.kind === 'sound' || event.kind === 'item') sentBase64 += event.base64Length
      if (event.kind === 'sound') waitingBytes += event.base64Length
      else if (event.kind === 'cleared') waitingBytes = 0
      else if (event.kind === 'session') settingsTokens = tokensOf(Object.assign(settings, event.prompt))
      else if (event.kind === 'item') {
        const tokens = {
          text: tokensOf(event.prompt),
          audio: heardTokens(secondsOf(event.base64Length)),
        }
        add(tokens)
        if (event.id && named.size < namedItemsMax) named.set(event.id, tokens)
      } else if (event.kind === 'deleted') {
        add(named.get(event.id) ?? { text: 0, audio: 0 }, -1)
        named.delete(event.id)
      }
    },
    fromUpstream(event) {
      if (event.kind === 'session') bytesPerSecond = event.heardBytesPerSecond
      else if (event.kind === 'committed') commit()
      else if (event.kind === 'speech' && event.isEnd) speechMs += Math.max(0, event.atMs - speechStartMs)
      else if (event.kind === 'speech') speechStartMs = event.atMs
    },
    said({ outputText, outputAudio }) {
      add({ text: outputText, audio: outputAudio })
    },
    read() {
      const inputAudio = Math.min(conversation.audio, windowTokens)
      const inputText = Math.min(settingsTokens + conversation.text, windowTokens - inputAudio)
      return { ...noUsage, inputText, inputAudio }
    },
    takeUntranscribed() {
      const seconds = untranscribed
      untranscribed = 0
      return seconds
    },
    get sentSeconds() {
      return secondsOf(sentBase64)
    },
  }
}

/** For charges, so that all of it counts. A text that is too long to be counted at once fills the window. */
function tokensOf(prompt: JsonRecord): number {
  const estimate = startPromptEstimate(prompt, '')
  return estimate.isWhole ? estimate.tokens : windowTokens
}
