import type { Thinking } from '../../server/src/core/chat/chat-request.ts'
import { describeFormat, type RequestFeature, schema, textOrNull, type Wire } from './feature.ts'

function describeThinking(thinking: Thinking | undefined): string | null {
  if (!thinking) return null
  if (thinking.kind === 'budget') return `budget ${thinking.tokens}`
  if (thinking.kind === 'off') return 'off'
  return thinking.effort ? `${thinking.kind} ${thinking.effort}` : thinking.kind
}

const buildConfig = (fields: Wire) => ({ generationConfig: fields })

const jsonSchema = { type: 'json_schema', json_schema: { name: 'place', schema } }

export const settingFeatures: readonly RequestFeature[] = [
  {
    name: 'output limit',
    samples: {
      openai: { max_tokens: 500 },
      anthropic: { max_tokens: 500 },
      gemini: buildConfig({ maxOutputTokens: 500 }),
    },
    describe: ({ maxOutputTokens }) => textOrNull(maxOutputTokens),
  },
  {
    name: 'temperature 0.7',
    samples: {
      openai: { temperature: 0.7 },
      anthropic: { temperature: 0.7 },
      gemini: buildConfig({ temperature: 0.7 }),
    },
    describe: ({ temperature }) => textOrNull(temperature),
  },
  {
    name: 'temperature 1.5',
    samples: { openai: { temperature: 1.5 }, gemini: buildConfig({ temperature: 1.5 }) },
    describe: ({ temperature }) => textOrNull(temperature),
  },
  {
    name: 'top_p',
    samples: { openai: { top_p: 0.9 }, anthropic: { top_p: 0.9 }, gemini: buildConfig({ topP: 0.9 }) },
    describe: ({ topP }) => textOrNull(topP),
  },
  {
    name: 'top_p beside temperature',
    samples: {
      openai: { top_p: 0.9, temperature: 0.7 },
      anthropic: { top_p: 0.9, temperature: 0.7 },
      gemini: buildConfig({ topP: 0.9, temperature: 0.7 }),
    },
    describe: ({ topP }) => textOrNull(topP),
  },
  {
    name: 'top_k',
    samples: { openai: { top_k: 40 }, anthropic: { top_k: 40 }, gemini: buildConfig({ topK: 40 }) },
    describe: ({ topK }) => textOrNull(topK),
  },
  {
    name: 'stop, two',
    samples: {
      openai: { stop: ['END', '###'] },
      anthropic: { stop_sequences: ['END', '###'] },
      gemini: buildConfig({ stopSequences: ['END', '###'] }),
    },
    describe: ({ stop }) => (stop ? `the first ${stop.length}` : null),
  },
  {
    name: 'stop, six',
    samples: {
      anthropic: { stop_sequences: ['a', 'b', 'c', 'd', 'e', 'f'] },
      gemini: buildConfig({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    },
    describe: ({ stop }) => (stop ? `the first ${stop.length}` : null),
  },
  {
    name: 'seed',
    samples: { openai: { seed: 7 }, gemini: buildConfig({ seed: 7 }) },
    describe: ({ seed }) => textOrNull(seed),
  },
  {
    name: 'presence and frequency penalty',
    samples: {
      openai: { presence_penalty: 0.5, frequency_penalty: 0.5 },
      gemini: buildConfig({ presencePenalty: 0.5, frequencyPenalty: 0.5 }),
    },
    describe: ({ presencePenalty: presence, frequencyPenalty: frequency }) =>
      presence === undefined ? null : `${presence}, ${frequency}`,
  },
  {
    name: 'several answers (`n`)',
    samples: { openai: { n: 2 }, gemini: buildConfig({ candidateCount: 2 }) },
    describe: ({ n }) => textOrNull(n),
  },
  {
    name: 'JSON mode',
    samples: {
      openai: { response_format: { type: 'json_object' } },
      gemini: buildConfig({ responseMimeType: 'application/json' }),
    },
    describe: describeFormat,
  },
  {
    name: 'JSON Schema',
    samples: {
      openai: { response_format: jsonSchema },
      anthropic: { output_config: { format: { type: 'json_schema', schema } } },
      gemini: buildConfig({ responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
    describe: describeFormat,
  },
  {
    name: 'thinking: effort high',
    samples: {
      openai: { reasoning_effort: 'high' },
      anthropic: { output_config: { effort: 'high' } },
      gemini: buildConfig({ thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } }),
    },
    describe: ({ thinking }) => describeThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: budget of tokens',
    samples: {
      openai: { max_tokens: 16_000, reasoning: { max_tokens: 8_192 } },
      anthropic: { max_tokens: 16_000, thinking: { type: 'enabled', budget_tokens: 8_192 } },
      gemini: buildConfig({ maxOutputTokens: 16_000, thinkingConfig: { thinkingBudget: 8_192 } }),
    },
    describe: ({ thinking }) => describeThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: adaptive',
    samples: {
      openai: { reasoning: { enabled: true } },
      anthropic: { thinking: { type: 'adaptive' } },
      gemini: buildConfig({ thinkingConfig: { includeThoughts: true } }),
    },
    describe: ({ thinking }) => describeThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: off',
    samples: {
      openai: { reasoning_effort: 'none' },
      anthropic: { thinking: { type: 'disabled' } },
      gemini: buildConfig({ thinkingConfig: { thinkingBudget: 0 } }),
    },
    describe: ({ thinking }) => describeThinking(thinking),
    thinks: true,
  },
  {
    name: 'end user',
    samples: { openai: { user: 'u-1' }, anthropic: { metadata: { user_id: 'u-1' } } },
    describe: ({ userId }) => textOrNull(userId),
  },
  {
    name: 'service tier: default',
    samples: { openai: { service_tier: 'default' }, anthropic: { service_tier: 'standard_only' } },
    describe: ({ serviceTier }) => textOrNull(serviceTier),
  },
]
