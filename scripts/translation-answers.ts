import type { ChatResponse } from '../server/src/core/chat/chat-response.ts'
import type { Part } from '../server/src/core/chat/content.ts'
import type { Usage } from '../server/src/core/usage/usage.ts'
import type { ClientFormatId } from '../server/src/protocols/wire-format-id.ts'

type Wire = Record<string, unknown>

/** One feature of an answer. A sample is a whole body in a format. */
export interface AnswerFeature {
  name: string
  samples: Partial<Record<ClientFormatId, Wire>>
  /** The feature's value in the answer, in a word or two; null = absent. */
  describe(answer: ChatResponse): string | null
}

const findPart = <K extends Part['kind']>(answer: ChatResponse, kind: K) =>
  answer.choices[0]?.parts.find((part): part is Extract<Part, { kind: K }> => part.kind === kind)

const openai = (message: Wire, finish = 'stop', more: Wire = {}): Wire => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'gpt-4.1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Rain.', ...message }, finish_reason: finish }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  ...more,
})
const anthropic = (content: Wire[], stop = 'end_turn', more: Wire = {}): Wire => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...more,
})
const gemini = (parts: Wire[], finish = 'STOP', more: Wire = {}): Wire => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: finish, ...more }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
})

const openaiUsage = (usage: Wire) => openai({}, 'stop', { usage })
const anthropicUsage = (usage: Wire) => anthropic([text], 'end_turn', { usage })
const geminiUsage = (usageMetadata: Wire): Wire => ({ ...gemini([text]), usageMetadata })

const text = { type: 'text', text: 'Rain.' }
const callArguments = '{"city":"Oslo"}'
const describeEnd = (answer: ChatResponse): string | null => answer.choices[0]?.finishReason ?? null
const describeCount = (pick: (usage: Usage) => number) => (answer: ChatResponse) => {
  const count = answer.usage ? pick(answer.usage) : 0
  return count > 0 ? String(count) : null
}
const describeCacheWrite = ({ usage }: ChatResponse): string | null => {
  if (!usage) return null
  if (usage.cacheWrite1h > 0) return '1 hour'
  if (usage.cacheWrite5m > 0) return '5 minutes'
  return usage.inputText > 6 ? 'within the input' : null
}
const describeCitation = (answer: ChatResponse): string | null => {
  const cited = findPart(answer, 'text')?.citations?.[0]
  return cited ? Object.keys(cited).sort().join(', ') : null
}

export const answerFeatures: readonly AnswerFeature[] = [
  {
    name: 'text',
    samples: { openai: openai({}), anthropic: anthropic([text]), gemini: gemini([{ text: 'Rain.' }]) },
    describe: (answer) => findPart(answer, 'text')?.text ?? null,
  },
  {
    name: 'tool call',
    samples: {
      openai: openai(
        {
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: callArguments } }],
        },
        'tool_calls',
      ),
      anthropic: anthropic([{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }], 'tool_use'),
      gemini: gemini([{ functionCall: { name: 'weather', args: { city: 'Oslo' } } }]),
    },
    describe: (answer) => {
      const call = findPart(answer, 'tool_call')
      return call ? `${call.name} ${call.arguments} ${describeEnd(answer)}` : null
    },
  },
  {
    name: 'thought signature of a call',
    samples: { gemini: gemini([{ functionCall: { name: 'weather', args: {} }, thoughtSignature: 'sig' }]) },
    describe: (answer) => findPart(answer, 'tool_call')?.signature ?? null,
  },
  {
    name: 'reasoning, text',
    samples: {
      openai: openai({ reasoning_content: 'Hm.' }),
      anthropic: anthropic([{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }, text]),
      gemini: gemini([{ text: 'Hm.', thought: true, thoughtSignature: 'sig' }, { text: 'Rain.' }]),
    },
    describe: (answer) => findPart(answer, 'reasoning')?.text || null,
  },
  {
    name: 'reasoning, signature',
    samples: {
      anthropic: anthropic([{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }, text]),
      gemini: gemini([{ text: 'Hm.', thought: true, thoughtSignature: 'sig' }, { text: 'Rain.' }]),
    },
    describe: (answer) => findPart(answer, 'reasoning')?.signature ?? null,
  },
  {
    name: 'reasoning, redacted',
    samples: { anthropic: anthropic([{ type: 'redacted_thinking', data: 'sealed' }, text]) },
    describe: (answer) => findPart(answer, 'reasoning')?.redacted ?? null,
  },
  {
    name: 'citation',
    samples: {
      openai: openai({
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.com', title: 'Sky' } }],
      }),
      anthropic: anthropic([
        {
          ...text,
          citations: [
            {
              type: 'web_search_result_location',
              url: 'https://example.com',
              title: 'Sky',
              cited_text: 'It rains.',
              encrypted_index: 'x',
            },
          ],
        },
      ]),
      gemini: gemini([{ text: 'Rain.' }], 'STOP', {
        groundingMetadata: { groundingChunks: [{ web: { uri: 'https://example.com', title: 'Sky' } }] },
      }),
    },
    describe: describeCitation,
  },
  {
    name: 'refusal',
    samples: {
      openai: openai({ content: null, refusal: 'No.' }),
      anthropic: anthropic([], 'refusal', { stop_details: { type: 'refusal', explanation: 'No.' } }),
    },
    describe: (answer) => {
      if (findPart(answer, 'refusal')) return `refusal, ends as ${describeEnd(answer)}`
      return findPart(answer, 'text')?.text === 'No.' ? `text, ends as ${describeEnd(answer)}` : null
    },
  },
  {
    name: 'several answers',
    samples: {
      openai: openai({}, 'stop', {
        choices: [0, 1].map((index) => ({
          index,
          message: { role: 'assistant', content: 'Rain.' },
          finish_reason: 'stop',
        })),
      }),
      gemini: {
        candidates: [0, 1].map((index) => ({
          index,
          finishReason: 'STOP',
          content: { role: 'model', parts: [{ text: 'Rain.' }] },
        })),
      },
    },
    describe: ({ choices }) => (choices.length === 1 ? 'the first' : String(choices.length)),
  },
  {
    name: 'end: complete',
    samples: { openai: openai({}), anthropic: anthropic([text]), gemini: gemini([{ text: 'Rain.' }]) },
    describe: describeEnd,
  },
  {
    name: 'end: a stop sequence',
    samples: { anthropic: anthropic([text], 'stop_sequence', { stop_sequence: 'END' }) },
    describe: describeEnd,
  },
  {
    name: 'end: output limit',
    samples: {
      openai: openai({}, 'length'),
      anthropic: anthropic([text], 'max_tokens'),
      gemini: gemini([{ text: 'Rain.' }], 'MAX_TOKENS'),
    },
    describe: describeEnd,
  },
  {
    name: 'end: context full',
    samples: { anthropic: anthropic([text], 'model_context_window_exceeded') },
    describe: describeEnd,
  },
  {
    name: 'end: content filter',
    samples: { openai: openai({}, 'content_filter'), gemini: gemini([{ text: 'Rain.' }], 'SAFETY') },
    describe: describeEnd,
  },
  { name: 'end: pause', samples: { anthropic: anthropic([text], 'pause_turn') }, describe: describeEnd },
  {
    name: 'usage: input',
    samples: { openai: openai({}), anthropic: anthropic([text]), gemini: gemini([{ text: 'Rain.' }]) },
    describe: describeCount(({ inputText }) => inputText),
  },
  {
    name: 'usage: output',
    samples: { openai: openai({}), anthropic: anthropic([text]), gemini: gemini([{ text: 'Rain.' }]) },
    describe: describeCount(({ outputText }) => outputText),
  },
  {
    name: 'usage: cache read',
    samples: {
      openai: openaiUsage({
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 4 },
      }),
      anthropic: anthropicUsage({ input_tokens: 6, output_tokens: 5, cache_read_input_tokens: 4 }),
      gemini: geminiUsage({ promptTokenCount: 10, candidatesTokenCount: 5, cachedContentTokenCount: 4 }),
    },
    describe: describeCount(({ cacheReadText }) => cacheReadText),
  },
  {
    name: 'usage: cache write, 5 minutes',
    samples: {
      anthropic: anthropicUsage({ input_tokens: 6, output_tokens: 5, cache_creation_input_tokens: 4 }),
    },
    describe: describeCacheWrite,
  },
  {
    name: 'usage: cache write, 1 hour',
    samples: {
      anthropic: anthropicUsage({
        input_tokens: 6,
        output_tokens: 5,
        cache_creation_input_tokens: 4,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 4 },
      }),
    },
    describe: describeCacheWrite,
  },
  {
    name: 'usage: reasoning',
    samples: {
      openai: openaiUsage({
        prompt_tokens: 10,
        completion_tokens: 5,
        completion_tokens_details: { reasoning_tokens: 3 },
      }),
      anthropic: anthropicUsage({
        input_tokens: 10,
        output_tokens: 5,
        output_tokens_details: { thinking_tokens: 3 },
      }),
      gemini: geminiUsage({ promptTokenCount: 10, candidatesTokenCount: 2, thoughtsTokenCount: 3 }),
    },
    describe: describeCount(({ reasoning }) => reasoning),
  },
  {
    name: 'usage: sound in',
    samples: {
      openai: openaiUsage({
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { audio_tokens: 4 },
      }),
      gemini: geminiUsage({
        promptTokenCount: 10,
        candidatesTokenCount: 5,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 6 },
          { modality: 'AUDIO', tokenCount: 4 },
        ],
      }),
    },
    describe: ({ usage: used }) => {
      if (!used) return null
      return used.inputAudio > 0 ? `${used.inputAudio} as sound` : `within ${used.inputText} of text`
    },
  },
]
