import type { ChatRequest } from '../../server/src/core/chat/chat-request.ts'
import type { ClientFormatId } from '../../server/src/protocols/wire-format-id.ts'
import {
  buildMediaBlock,
  buildReasoning,
  buildToolConfig,
  buildUserTurn,
  findPart,
  listParts,
  question,
  type RequestFeature,
  readText,
  schema,
  textOrNull,
  type Wire,
} from './feature.ts'

const containsText = (request: ChatRequest, words: string): boolean =>
  listParts(request).some((part) => readText(part).includes(words))

const tool = { name: 'weather', description: 'Weather of a city' }

/** As every maker's strict mode takes it. */
const closedSchema = { ...schema, required: Object.keys(schema.properties), additionalProperties: false }

const tools: Record<Exclude<ClientFormatId, 'responses'>, Wire> = {
  openai: { tools: [{ type: 'function', function: { ...tool, parameters: schema } }] },
  anthropic: { tools: [{ ...tool, input_schema: schema }] },
  gemini: { tools: [{ functionDeclarations: [{ ...tool, parametersJsonSchema: schema }] }] },
}

const withTools = (more: Partial<Record<ClientFormatId, Wire>>) =>
  Object.fromEntries(
    Object.entries(more).map(([format, fields]) => [format, { ...tools[format as keyof typeof tools], ...fields }]),
  )

/** A conversation with a call of the tool and its result. */
const buildOpenaiTurns = (assistant: Wire, result: unknown) => ({
  messages: [
    question,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
      ...assistant,
    },
    { role: 'tool', tool_call_id: 'call_1', content: result },
  ],
})

const buildAnthropicTurns = (before: Wire[], result: Wire) => ({
  messages: [
    question,
    {
      role: 'assistant',
      content: [...before, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', ...result }] },
  ],
})

const buildGeminiTurns = (before: Wire[], response: Wire, more: Wire = {}) => ({
  contents: [
    { role: 'user', parts: [{ text: 'Weather in Oslo?' }] },
    {
      role: 'model',
      parts: [...before, { functionCall: { name: 'weather', args: { city: 'Oslo' } }, ...more }],
    },
    { role: 'user', parts: [{ functionResponse: { name: 'weather', response } }] },
  ],
})

const describeToolResult = (request: ChatRequest): string | null => {
  const result = findPart(request, 'tool_result')
  return result ? result.content.map((part) => part.kind).join(' and ') : null
}

const describeChoice = (request: ChatRequest): string | null => {
  if (containsText(request, 'Answer by calling')) return 'a sentence'
  return request.toolChoice?.kind ?? null
}

const describeCache = (request: ChatRequest): string | null => {
  const mark = listParts(request).find((part) => 'cache' in part && part.cache)
  return mark && 'cache' in mark ? textOrNull(mark.cache?.ttl) : null
}

export const toolFeatures: readonly RequestFeature[] = [
  {
    name: 'tools',
    samples: withTools({ openai: {}, anthropic: {}, gemini: {} }),
    describe: ({ tools }) => (tools ? JSON.stringify({ ...tools[0], strict: undefined }) : null),
  },
  {
    name: '`strict` of a tool',
    samples: {
      openai: { tools: [{ type: 'function', function: { ...tool, parameters: closedSchema, strict: true } }] },
      anthropic: { tools: [{ ...tool, input_schema: closedSchema, strict: true }] },
    },
    describe: ({ tools }) => textOrNull(tools?.[0]?.strict),
  },
  {
    name: 'tool choice: none',
    samples: withTools({
      openai: { tool_choice: 'none' },
      anthropic: { tool_choice: { type: 'none' } },
      gemini: buildToolConfig('NONE'),
    }),
    describe: describeChoice,
  },
  {
    name: 'tool choice: any',
    samples: withTools({
      openai: { tool_choice: 'required' },
      anthropic: { tool_choice: { type: 'any' } },
      gemini: buildToolConfig('ANY'),
    }),
    describe: describeChoice,
  },
  {
    name: 'tool choice: a named one',
    samples: withTools({
      openai: { tool_choice: { type: 'function', function: { name: 'weather' } } },
      anthropic: { tool_choice: { type: 'tool', name: 'weather' } },
      gemini: buildToolConfig('ANY', { allowedFunctionNames: ['weather'] }),
    }),
    describe: describeChoice,
  },
  {
    name: 'one tool call at a time',
    samples: withTools({
      openai: { parallel_tool_calls: false },
      anthropic: { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    }),
    describe: ({ parallelToolCalls }) => textOrNull(parallelToolCalls),
  },
  {
    name: 'tool call and result',
    samples: withTools({
      openai: buildOpenaiTurns({}, 'Rain'),
      anthropic: buildAnthropicTurns([], { content: 'Rain' }),
      gemini: buildGeminiTurns([], { result: 'Rain' }),
    }),
    describe: (request) => {
      const [call, result] = [findPart(request, 'tool_call'), findPart(request, 'tool_result')]
      return call && result && call.id === result.callId
        ? `${call.name} ${call.arguments} ${describeToolResult(request)}`
        : null
    },
  },
  {
    name: 'image in a tool result',
    samples: withTools({
      anthropic: buildAnthropicTurns([], {
        content: [{ type: 'text', text: 'Map' }, buildMediaBlock('image', 'image/png')],
      }),
    }),
    describe: (request) => {
      if (describeToolResult(request)?.includes('image')) return 'in the result'
      return findPart(request, 'image') ? 'in a user message' : null
    },
  },
  {
    name: 'failed tool result',
    samples: withTools({
      anthropic: buildAnthropicTurns([], { content: 'No such city', is_error: true }),
      gemini: buildGeminiTurns([], { error: 'No such city' }),
    }),
    describe: (request) => {
      const result = findPart(request, 'tool_result')
      if (result?.isError) return 'marked'
      return result?.content.some((part) => readText(part).includes('Error')) ? '`Error:` in its text' : null
    },
  },
  {
    name: 'earlier reasoning, with its signature',
    samples: withTools({
      openai: buildOpenaiTurns(
        buildReasoning({ type: 'reasoning.text', text: 'Hm.', signature: 'sig', format: 'anthropic-claude-v1' }),
        'Rain',
      ),
      anthropic: buildAnthropicTurns([{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }], {
        content: 'Rain',
      }),
      gemini: buildGeminiTurns([{ text: 'Hm.', thought: true, thoughtSignature: 'sig' }], { result: 'Rain' }),
    }),
    describe: (request) => {
      const part = findPart(request, 'reasoning')
      return part ? [part.text ? 'text' : '', part.signature ? 'signature' : ''].filter(Boolean).join(' and ') : null
    },
    thinks: true,
  },
  {
    name: 'earlier reasoning, redacted',
    samples: withTools({
      openai: buildOpenaiTurns(
        buildReasoning({ type: 'reasoning.encrypted', data: 'sealed', format: 'anthropic-claude-v1' }),
        'Rain',
      ),
      anthropic: buildAnthropicTurns([{ type: 'redacted_thinking', data: 'sealed' }], { content: 'Rain' }),
    }),
    describe: (request) => textOrNull(findPart(request, 'reasoning')?.redacted),
    thinks: true,
  },
  {
    name: 'thought signature of a call',
    samples: withTools({
      openai: buildOpenaiTurns(
        {
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'weather', arguments: '{}' },
              extra_content: { google: { thought_signature: 'sig' } },
            },
          ],
        },
        'Rain',
      ),
      gemini: buildGeminiTurns([], { result: 'Rain' }, { thoughtSignature: 'sig' }),
    }),
    describe: (request) => textOrNull(findPart(request, 'tool_call')?.signature),
    thinks: true,
  },
  ...(['5m', '1h'] as const).map((ttl): RequestFeature => {
    const marked = buildUserTurn([{ type: 'text', text: 'Long.', cache_control: { type: 'ephemeral', ttl } }])
    return {
      name: `cache mark, ${ttl}`,
      samples: { openai: { messages: marked }, anthropic: { messages: marked } },
      describe: describeCache,
    }
  }),
]
