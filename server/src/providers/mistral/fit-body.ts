import { isRecord, recordsOf } from '@sluice/contract/read-json'
import { createNameFitter } from '../../core/chat/name-fitter.ts'
import { voiceFor } from '../../core/openai-voices.ts'
import { type Body, type FitBody, type FittedBody, fitTo, joinFits, unchanged, within } from '../fit-body.ts'
import { speechWire } from './speech-wire.ts'

const dialect = {
  rename: { seed: 'random_seed', max_completion_tokens: 'max_tokens' },
  refuses: ['logprobs', 'top_logprobs', 'logit_bias', 'user', 'store', 'service_tier'],
  values: {
    temperature: within(0, 1.5),
    tool_choice: (choice: unknown) => (choice === 'required' ? 'any' : choice),
    // There are two efforts.
    reasoning_effort: (effort: unknown) => (effort === 'none' ? effort : 'high'),
  },
}

/** Text between a prefix and a suffix. https://docs.mistral.ai/api/endpoint/fim, as known on 2026-11-23 */
const completions = {
  rename: { seed: 'random_seed' },
  refuses: ['n', 'best_of', 'echo', 'logprobs', 'logit_bias', 'user', 'presence_penalty', 'frequency_penalty'],
  values: { temperature: within(0, 1.5), prompt: onePrompt },
}

/** One text: OpenAI's clients may send it in a list. */
function onePrompt(prompt: unknown): unknown {
  return Array.isArray(prompt) && prompt.length === 1 && typeof prompt[0] === 'string' ? prompt[0] : prompt
}

/** https://docs.mistral.ai/api/endpoint/chat, as known on 2026-11-20 */
export const fitBody: FitBody = (body, { operation }) => {
  if (operation === 'completions') return withoutUsageRequest(body, fitTo(completions, body))
  if (operation === 'speech') return fitSpeech(body)
  if (operation !== 'chat') return unchanged
  return joinFits(withoutUsageRequest(body, fitTo(dialect, body)), fitMessages(body))
}

/** Streams always hold the usage, and the field that asks for it is refused. */
function withoutUsageRequest({ stream_options: options }: Body, fit: FittedBody): FittedBody {
  return options === undefined || options === null ? fit : joinFits(fit, { ...unchanged, remove: ['stream_options'] })
}

/**
 * A streamed call of speech; `speechWire` makes the others. Without a voice the host uses its default one.
 * https://docs.mistral.ai/studio/audio/text-to-speech/overview, read 2026-11-23
 */
function fitSpeech(body: Body): FittedBody {
  if (body.stream_format !== 'sse') return unchanged
  const { voice, response_format } = body
  const format = response_format ?? undefined
  const name = typeof voice === 'string' ? voiceFor(voice, '') : ''
  const isKnown = format === undefined || speechWire.formats.includes(String(format))
  const lost = ['speed', 'instructions'].filter((field) => (body[field] ?? 1) !== 1)
  return {
    set: {
      stream: true,
      ...(name !== '' && { voice_id: name }),
      ...(format === undefined || !isKnown ? { response_format: 'mp3' } : {}),
    },
    remove: ['voice', 'stream_format', 'speed', 'instructions'],
    lost: isKnown ? lost : [...lost, 'response_format'],
  }
}

/** Ids of tool calls have nine letters or digits: others are replaced, with the same id for a call and its result. */
function fitMessages({ messages }: Body): FittedBody {
  if (!Array.isArray(messages)) return unchanged
  const fitter = createNameFitter({ lengthMax: 9, isExact: true })
  const ids = new Set(messages.filter(isRecord).flatMap(idsIn))
  for (const id of ids) if (fitter.fits(id)) fitter.keep(id)
  const fitted = new Map([...ids].filter((id) => !fitter.fits(id)).map((id) => [id, fitter.fit(id)]))
  if (fitted.size === 0) return unchanged
  const fit = (id: unknown): unknown => (typeof id === 'string' ? (fitted.get(id) ?? id) : id)
  const replaced = messages.map((message: unknown) => {
    if (!isRecord(message)) return message
    const { tool_calls: calls, tool_call_id: of } = message
    return {
      ...message,
      ...(of !== undefined && { tool_call_id: fit(of) }),
      ...(Array.isArray(calls) && {
        tool_calls: calls.map((call: unknown) => (isRecord(call) ? { ...call, id: fit(call.id) } : call)),
      }),
    }
  })
  return { ...unchanged, set: { messages: replaced } }
}

const idsIn = ({ tool_calls: calls, tool_call_id: of }: Body): string[] =>
  [of, ...recordsOf(calls).map(({ id }) => id)].filter((id) => typeof id === 'string')
