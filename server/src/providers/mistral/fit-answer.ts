import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { FitAnswer } from '../provider.ts'
import type { CompletionChoice, MessageFields, SoundFields, SoundUsage } from './wire.ts'

/** Cheap to find in the text; other answers and chunks are not parsed. */
const differs = /"content":\s*\[|"tool_calls":\s*\[/

/**
 * An answer or a chunk as clients of OpenAI's format read it. Models that think send their content as a list of parts,
 * and calls of tools have no type. https://docs.mistral.ai/capabilities/reasoning, as known on 2026-11-22
 */
export const fitAnswer: FitAnswer = {
  mayChange: (json, operation) => operation === 'completions' || operation === 'speech' || differs.test(json),
  change(answer, operation) {
    if (operation === 'completions') return fitCompletion(answer)
    return operation === 'speech' ? fitSpeechEvent(answer) : fitChat(answer)
  },
}

function fitChat(answer: JsonRecord): JsonRecord | null {
  const choices = recordsOf(answer.choices)
  return choices.some(hasLists) ? { ...answer, choices: choices.map(fitChoice) } : null
}

const hasLists = (choice: JsonRecord): boolean =>
  [choice.message, choice.delta].some(
    (message) => isRecord(message) && (Array.isArray(message.content) || Array.isArray(message.tool_calls)),
  )

/** A completion or a chunk of one: the host sends them in the form of chats. */
function fitCompletion(answer: JsonRecord): JsonRecord | null {
  if (!Array.isArray(answer.choices)) return null
  const choices = recordsOf(answer.choices).map(({ message, delta, ...choice }) => ({
    ...choice,
    ...({ text: textOf(recordOf(message ?? delta).content), logprobs: null } satisfies CompletionChoice),
  }))
  return { ...answer, object: 'text_completion', choices }
}

/**
 * An event of spoken text: the host has other names for the sound and the counts.
 * github.com/mistralai/client-ts (SpeechStreamAudioDelta, SpeechStreamDone), read 2026-11-23
 */
function fitSpeechEvent(event: JsonRecord): JsonRecord | null {
  if (event.type === 'speech.audio.delta' && event.audio === undefined) {
    const { audio_data: audio, ...rest } = event
    return { ...rest, ...({ audio } satisfies SoundFields) }
  }
  if (event.type !== 'speech.audio.done' || !isRecord(event.usage)) return null
  const { prompt_tokens, completion_tokens, total_tokens } = event.usage
  if (prompt_tokens === undefined) return null
  const usage: SoundUsage = {
    input_tokens: prompt_tokens,
    output_tokens: completion_tokens ?? 0,
    total_tokens,
  }
  return { ...event, usage }
}

function fitChoice(choice: JsonRecord): JsonRecord {
  const { message, delta } = choice
  return {
    ...choice,
    ...(isRecord(message) && { message: fitMessage(message) }),
    ...(isRecord(delta) && { delta: fitMessage(delta) }),
  }
}

function fitMessage(message: JsonRecord): JsonRecord {
  const { content, tool_calls: calls } = message
  const typed = Array.isArray(calls) ? typedCalls(calls) : {}
  if (!Array.isArray(content)) return { ...message, ...typed }
  const parts = recordsOf(content)
  const reasoning = parts.flatMap(({ thinking }) => recordsOf(thinking).map(({ text }) => textOf(text)))
  const text = parts.map((part) => (part.type === 'text' ? textOf(part.text) : '')).join('')
  const fitted: MessageFields = {
    content: text,
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('') }),
    ...typed,
  }
  return { ...message, ...fitted }
}

const typedCalls = (calls: unknown[]): MessageFields => ({
  tool_calls: recordsOf(calls).map((call) => ({ ...call, type: 'function' })),
})
