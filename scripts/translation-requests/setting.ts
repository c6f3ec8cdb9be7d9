import type { Thinking } from '../../server/src/core/chat/chat-request.ts'
import { format, printed, type RequestFeature, schema, type Wire } from './feature.ts'

function describeThinking(thinking: Thinking | undefined): string | null {
  if (!thinking) return null
  if (thinking.kind === 'budget') return `budget ${thinking.tokens}`
  if (thinking.kind === 'off') return 'off'
  return thinking.effort ? `${thinking.kind} ${thinking.effort}` : thinking.kind
}

const config = (fields: Wire) => ({ generationConfig: fields })

const jsonSchema = { type: 'json_schema', json_schema: { name: 'place', schema } }

export const settingFeatures: readonly RequestFeature[] = [
  {
    name: 'output limit',
    samples: {
      openai: { max_tokens: 500 },
      anthropic: { max_tokens: 500 },
      gemini: config({ maxOutputTokens: 500 }),
    },
    describe: ({ maxOutputTokens }) => printed(maxOutputTokens),
  },
  {
    name: 'temperature 0.7',
    samples: {
      openai: { temperature: 0.7 },
      anthropic: { temperature: 0.7 },
      gemini: config({ temperature: 0.7 }),
    },
    describe: ({ temperature }) => printed(temperature),
  },
  {
    name: 'temperature 1.5',
    samples: { openai: { temperature: 1.5 }, gemini: config({ temperature: 1.5 }) },
    describe: ({ temperature }) => printed(temperature),
  },
  {
    name: 'top_p',
    samples: { openai: { top_p: 0.9 }, anthropic: { top_p: 0.9 }, gemini: config({ topP: 0.9 }) },
    describe: ({ topP }) => printed(topP),
  },
  {
    name: 'top_p beside temperature',
    samples: {
      openai: { top_p: 0.9, temperature: 0.7 },
      anthropic: { top_p: 0.9, temperature: 0.7 },
      gemini: config({ topP: 0.9, temperature: 0.7 }),
    },
    describe: ({ topP }) => printed(topP),
  },
  {
    name: 'top_k',
    samples: { openai: { top_k: 40 }, anthropic: { top_k: 40 }, gemini: config({ topK: 40 }) },
    describe: ({ topK }) => printed(topK),
  },
  {
    name: 'stop, two',
    samples: {
      openai: { stop: ['END', '###'] },
      anthropic: { stop_sequences: ['END', '###'] },
      gemini: config({ stopSequences: ['END', '###'] }),
    },
    describe: ({ stop }) => (stop ? `the first ${stop.length}` : null),
  },
  {
    name: 'stop, six',
    samples: {
      anthropic: { stop_sequences: ['a', 'b', 'c', 'd', 'e', 'f'] },
      gemini: config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    },
    describe: ({ stop }) => (stop ? `the first ${stop.length}` : null),
  },
  {
    name: 'seed',
    samples: { openai: { seed: 7 }, gemini: config({ seed: 7 }) },
    describe: ({ seed }) => printed(seed),
  },
  {
    name: 'presence and frequency penalty',
    samples: {
      openai: { presence_penalty: 0.5, frequency_penalty: 0.5 },
      gemini: config({ presencePenalty: 0.5, frequencyPenalty: 0.5 }),
    },
    describe: ({ presencePenalty: presence, frequencyPenalty: frequency }) =>
      presence === undefined ? null : `${presence}, ${frequency}`,
  },
  {
    name: 'several answers (`n`)',
    samples: { openai: { n: 2 }, gemini: config({ candidateCount: 2 }) },
    describe: ({ n }) => printed(n),
  },
  {
    name: 'JSON mode',
    samples: {
      openai: { response_format: { type: 'json_object' } },
      gemini: config({ responseMimeType: 'application/json' }),
    },
    describe: format,
  },
  {
    name: 'JSON Schema',
    samples: {
      openai: { response_format: jsonSchema },
      anthropic: { output_config: { format: { type: 'json_schema', schema } } },
      gemini: config({ responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
    describe: format,
  },
  {
    name: 'thinking: effort high',
    samples: {
      openai: { reasoning_effort: 'high' },
      anthropic: { output_config: { effort: 'high' } },
      gemini: config({ thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } }),
    },
    describe: ({ thinking }) => describeThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: budget of tokens',
    samples: {
      openai: { max_tokens: 16_000, reasoning: { max_tokens: 8_192 } },
      anthropic: { max_tokens: 16_000, thinking: { type: 'enabled', budget_tokens: 8_192 } },
      gemini: config({ maxOutputTokens: 16_000, thinkingConfig: { thinkingBudget: 8_192 } }),
    },
    describe: ({ thinking }) => describeThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: adaptive',
    samples: {
      openai: { reasoning: { enabled: true } },
      anthropic: { thinking: { type: 'adaptive' } },
      gemini: config({ thinkingConfig: { includeThoughts: true } }),
    },
    describe: ({ thinking }) => describeThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: off',
    samples: {
      openai: { reasoning_effort: 'none' },
      anthropic: { thinking: { type: 'disabled' } },
      gemini: config({ thinkingConfig: { thinkingBudget: 0 } }),
    },
    describe: ({ thinking }) => describeThinking(thinking),
    thinks: true,
  },
  {
    name: 'end user',
    samples: { openai: { user: 'u-1' }, anthropic: { metadata: { user_id: 'u-1' } } },
    describe: ({ userId }) => printed(userId),
  },
  {
    name: 'service tier: default',
    samples: { openai: { service_tier: 'default' }, anthropic: { service_tier: 'standard_only' } },
    describe: ({ serviceTier }) => printed(serviceTier),
  },
]
