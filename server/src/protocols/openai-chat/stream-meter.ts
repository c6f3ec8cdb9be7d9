import { textOf } from '@sluice/contract/read-json'
import { readPlainRecord } from '../../core/json/read-record.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import type { StreamMeter } from '../wire-format.ts'
import { baseRespError, codeError } from './base-resp.ts'
import { choiceErrorOf, emptyFaultOf } from './choice-fault.ts'
import { deliveredText } from './delivered-text.ts'
import { soundOf } from './parse-response.ts'
import { parseOpenaiUsage } from './parse-usage.ts'
import { RepeatedChunk } from './repeated-chunk.ts'
import { countOwnSearches, withSearchesOf } from './search-model.ts'

interface WireChunk {
  /** Of events of other formats. */
  type?: unknown
  candidates?: unknown
  model?: unknown
  error?: unknown
  base_resp?: unknown
  service_tier?: unknown
  usage?: unknown
  x_groq?: { usage?: unknown } | null
  choices?: WireChoice[]
}

interface WireChoice {
  usage?: unknown
  error?: unknown
  index?: number
  text?: string
  finish_reason?: string | null
  delta?: WireDelta
  /** Replaces the delta, or repeats the whole answer at its end. */
  message?: WireDelta
}

interface WireDelta {
  [field: string]: unknown
  function_call?: { name?: string; arguments?: string }
  tool_calls?: { function?: { name?: string; arguments?: string } }[]
  audio?: { data?: string; transcript?: string }
}

/** Reads the frames of a Chat Completions or Completions stream as they pass. `onText` receives the produced text. */
export function createOpenaiStreamMeter(onText: (text: string) => void) {
  let usage: ReportedUsage | null = null
  /** Of the last chunk that names one: not every chunk does. */
  let tier: unknown
  let isDone = false
  let hasContent = false
  let error: unknown
  /** The failure of a choice. */
  let fault: unknown = null
  const open = new Set<number>()
  /** Choices with deltas so far: a `message` repeats their text. */
  const spoken = new Set<number>()
  let finished = 0
  const sounds: string[] = []
  let model = ''
  /** Searches of the upstream that its client confirms. */
  let ownSearches = 0
  const repeated = new RepeatedChunk()
  /** A chunk of the repeated form. */
  let example: WireChunk = {}
  /** The last chunk repeated the form, so another one changes nothing but the text. */
  let isRepeating = false

  return {
    push(data) {
      if (data === null || data === '') return 'other'
      const text = repeated.textIn(data)
      if (text !== null) {
        repeat(text)
        return 'content'
      }
      isRepeating = false
      if (data === '[DONE]') {
        isDone = true
        return 'done'
      }
      const chunk = parseChunk(data)
      if (!chunk) return 'other'
      const refusal = chunk.error ?? baseRespError(chunk.base_resp) ?? codeError(chunk)
      if (refusal !== null) {
        error = refusal
        return 'error'
      }
      readModel(chunk)
      const choices = Array.isArray(chunk.choices) ? chunk.choices : []
      // Groq reports usage in a separate field, Moonshot in the last choice.
      const reported = chunk.usage ?? chunk.x_groq?.usage ?? choices[0]?.usage
      tier = chunk.service_tier ?? tier
      if (reported) usage = parseOpenaiUsage(reported, tier) ?? usage
      if (choices.length === 0) {
        if (isForeign(chunk) && !hasContent && finished === 0) {
          error = foreignStream
          return 'error'
        }
        return chunk.usage ? 'usage' : 'other'
      }
      let isContent = false
      for (const choice of choices) if (choice && readChoice(choice)) isContent = true
      if (fault !== null) {
        error = fault
        return 'error'
      }
      if (repeated.isLearning) learnForm(data, chunk)
      return isContent ? 'content' : 'other'
    },
    /** Takes the bytes of a frame that only repeats the form of an earlier text chunk; false = it is another one. */
    pushFrame(frame) {
      const text = repeated.textInFrame(frame)
      if (text !== null) repeat(text)
      return text !== null
    },
    /** The last usage reported. Reports are cumulative: never added. */
    usage: () => withSearchesOf(model, usage, ownSearches),
    isEmpty: () => isDone && !hasContent && finished === 0 && usage === null,
    /** Whether the answer is complete: end marker, or a finish reason for every choice with content. */
    isComplete: () => isDone || (finished > 0 && open.size === 0),
    hasContent: () => hasContent,
    error: () => error,
    /** The ids of its sounds. */
    objectIds: () => sounds,
  } satisfies StreamMeter

  function repeat(text: string): void {
    addText(text)
    if (isRepeating) return
    isRepeating = true
    readModel(example)
    const index = example.choices?.[0]?.index ?? 0
    spoken.add(index)
    open.add(index)
  }

  function learnForm(data: string, chunk: WireChunk): void {
    const text = plainTextOf(chunk)
    if (text !== null && repeated.learn(data, text, (other) => plainTextOf(parseChunk(other)))) example = chunk
  }

  function readModel(chunk: WireChunk): void {
    if (typeof chunk.model === 'string' && chunk.model) model = chunk.model
  }

  function addText(text: string): void {
    hasContent = true
    onText(text)
  }

  function readChoice(choice: WireChoice): boolean {
    const index = choice.index ?? 0
    const delta = textOf(choice.text) + deltaText(choice.delta)
    const text = delta !== '' || spoken.has(index) ? delta : deltaText(choice.message)
    if (delta !== '') spoken.add(index)
    if (choice.delta?.tool_calls) ownSearches += countOwnSearches(choice.delta.tool_calls)
    if (choice.delta?.audio) sounds.push(...soundOf(choice.delta))
    if (text !== '') addText(text)
    fault ??= choiceErrorOf(choice) ?? (hasContent ? null : emptyFaultOf(choice))
    if (choice.finish_reason) {
      open.delete(index)
      finished++
    } else open.add(index)
    return text !== '' || Boolean(choice.finish_reason)
  }
}

const foreignStream = {
  message: 'The upstream streams an answer in another format than that of its channel.',
  type: 'server_error',
  param: null,
  code: null,
}

/** Whether it opens an answer of Anthropic's or Gemini's format, or of Responses. */
const isForeign = ({ choices, type, candidates }: WireChunk): boolean =>
  choices === undefined && (type === 'message_start' || type === 'response.created' || Array.isArray(candidates))

const parseChunk = (data: string): WireChunk | null => readPlainRecord(data)

/** The content of a chunk that does nothing but add it to one choice; null for other chunks. */
function plainTextOf(chunk: WireChunk | null): string | null {
  const [choice, ...others] = Array.isArray(chunk?.choices) ? chunk.choices : []
  if (!chunk || !choice || others.length > 0 || choice.finish_reason) return null
  if (chunk.error || chunk.base_resp || chunk.usage || chunk.x_groq?.usage || choice.usage || choice.error) return null
  const content = choice.delta?.content
  if (typeof content !== 'string' || content === '') return null
  return textOf(choice.text) + deltaText(choice.delta) === content ? content : null
}

/** Everything that a chunk adds to a choice, as one text to count. */
function deltaText(delta: WireDelta | undefined): string {
  if (!delta || typeof delta !== 'object') return ''
  let text = deliveredText(delta)
  if (delta.audio) text += textOf(delta.audio.transcript)
  if (delta.function_call) text += textOf(delta.function_call.name) + textOf(delta.function_call.arguments)
  if (Array.isArray(delta.tool_calls)) {
    for (const call of delta.tool_calls) text += textOf(call?.function?.name) + textOf(call?.function?.arguments)
  }
  return text
}
