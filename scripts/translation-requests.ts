import type { ChatRequest, Thinking } from '../server/src/core/chat/chat-request.ts'
import type { MediaSource, Part } from '../server/src/core/chat/content.ts'
import type { ClientFormatId } from '../server/src/protocols/wire-format-id.ts'

type Wire = Record<string, unknown>

/** One feature of a request, in each format. A format without a sample lacks the feature. */
export interface RequestFeature {
  name: string
  /** Fields besides the model and a plain conversation. */
  samples: Partial<Record<ClientFormatId, Wire>>
  /** The feature's value in the request, in a word or two; null = absent. */
  tell(request: ChatRequest): string | null
  /** Thinking is shown on models that think. */
  thinks?: boolean
}

const partsOf = (request: ChatRequest): Part[] => request.messages.flatMap(({ parts }) => parts)
const find = <K extends Part['kind']>(request: ChatRequest, kind: K) =>
  partsOf(request).find((part): part is Extract<Part, { kind: K }> => part.kind === kind)
const systemText = ({ messages }: ChatRequest): string =>
  messages.flatMap(({ role, parts }) => (role === 'system' ? parts.map(wordsOf) : [])).join(' ')
const wordsOf = (part: Part): string => ('text' in part ? part.text : '')
const says = (request: ChatRequest, words: string): boolean =>
  partsOf(request).some((part) => wordsOf(part).includes(words))

/** The kind of media and its source. */
function toldMedia(part: Extract<Part, { kind: 'image' | 'file' | 'audio' }> | undefined): string | null {
  if (!part) return null
  const sources: Record<MediaSource['kind'], string> = {
    base64: 'bytes',
    url: 'URL',
    file_id: 'file id',
    text: 'plain text',
  }
  return `${part.kind}, ${sources[part.source.kind]}`
}

const told = (value: string | number | boolean | undefined): string | null =>
  value === undefined ? null : String(value)

function toldThinking(thinking: Thinking | undefined): string | null {
  if (!thinking) return null
  if (thinking.kind === 'budget') return `budget ${thinking.tokens}`
  if (thinking.kind === 'off') return 'off'
  return thinking.effort ? `${thinking.kind} ${thinking.effort}` : thinking.kind
}

const asks = (content: unknown) => [{ role: 'user', content }]
const contents = (...parts: Wire[]) => [{ role: 'user', parts }]
const data = 'JVBERi0xLjQ='
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tool = { name: 'weather', description: 'Weather of a city' }
const tools: Record<Exclude<ClientFormatId, 'responses'>, Wire> = {
  openai: { tools: [{ type: 'function', function: { ...tool, parameters: schema } }] },
  anthropic: { tools: [{ ...tool, input_schema: schema }] },
  gemini: { tools: [{ functionDeclarations: [{ ...tool, parametersJsonSchema: schema }] }] },
}
const withTools = (more: Partial<Record<ClientFormatId, Wire>>) =>
  Object.fromEntries(
    Object.entries(more).map(([format, fields]) => [
      format,
      { ...tools[format as keyof typeof tools], ...fields },
    ]),
  )
const mode = (name: string, more: Wire = {}) => ({
  toolConfig: { functionCallingConfig: { mode: name, ...more } },
})
const config = (fields: Wire) => ({ generationConfig: fields })
const inlineData = (mimeType: string) => ({ inlineData: { mimeType, data } })
const block = (type: string, mediaType: string) => ({
  type,
  source: { type: 'base64', media_type: mediaType, data },
})
const asked = { role: 'user', content: 'Weather in Oslo?' }
const answered = { role: 'assistant', content: 'Rain.' }

/** A conversation with a call of the tool and its result. */
const openaiTurns = (assistant: Wire, result: unknown) => ({
  messages: [
    asked,
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ],
      ...assistant,
    },
    { role: 'tool', tool_call_id: 'call_1', content: result },
  ],
})
const anthropicTurns = (before: Wire[], result: Wire) => ({
  messages: [
    asked,
    {
      role: 'assistant',
      content: [...before, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', ...result }] },
  ],
})
const geminiTurns = (before: Wire[], response: Wire, more: Wire = {}) => ({
  contents: [
    { role: 'user', parts: [{ text: 'Weather in Oslo?' }] },
    {
      role: 'model',
      parts: [...before, { functionCall: { name: 'weather', args: { city: 'Oslo' } }, ...more }],
    },
    { role: 'user', parts: [{ functionResponse: { name: 'weather', response } }] },
  ],
})

const toolResult = (request: ChatRequest): string | null => {
  const result = find(request, 'tool_result')
  return result ? result.content.map((part) => part.kind).join(' and ') : null
}
const detail = (wire: Wire) => ({ reasoning_details: [wire] })
const choice = (request: ChatRequest): string | null => {
  if (says(request, 'Answer by calling')) return 'a sentence'
  return request.toolChoice?.kind ?? null
}
const cache = (request: ChatRequest): string | null => {
  const mark = partsOf(request).find((part) => 'cache' in part && part.cache)
  return mark && 'cache' in mark ? told(mark.cache?.ttl) : null
}
const format = (request: ChatRequest): string | null => {
  if (request.responseFormat) return request.responseFormat.kind
  return systemText(request).includes('Answer with JSON') ? 'a sentence' : null
}
const jsonSchema = { type: 'json_schema', json_schema: { name: 'place', schema } }

export const requestFeatures: readonly RequestFeature[] = [
  {
    name: 'system text',
    samples: {
      openai: { messages: [{ role: 'system', content: 'Be brief.' }, asked] },
      anthropic: { system: 'Be brief.' },
      gemini: { systemInstruction: { parts: [{ text: 'Be brief.' }] } },
    },
    tell: (request) => (request.messages[0]?.role === 'system' ? 'system' : null),
  },
  {
    name: 'system text within the conversation',
    samples: {
      openai: { messages: [asked, answered, { role: 'system', content: 'Be brief.' }, asked] },
      anthropic: { messages: [asked, answered, { role: 'system', content: 'Be brief.' }, asked] },
    },
    tell: ({ messages }) => {
      const at = messages.findIndex(({ parts }) => parts.some((part) => wordsOf(part).includes('Be brief.')))
      return at < 0 ? null : `${messages[at]?.role}, ${at === 0 ? 'in front' : 'in its place'}`
    },
  },
  {
    name: 'image, bytes',
    samples: {
      openai: {
        messages: asks([{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]),
      },
      anthropic: { messages: asks([block('image', 'image/png')]) },
      gemini: { contents: contents(inlineData('image/png')) },
    },
    tell: (request) => toldMedia(find(request, 'image')),
  },
  {
    name: 'image, URL',
    samples: {
      openai: { messages: asks([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]) },
      anthropic: {
        messages: asks([{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }]),
      },
      gemini: {
        contents: contents({ fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } }),
      },
    },
    tell: (request) => toldMedia(find(request, 'image')),
  },
  {
    name: 'image detail',
    samples: {
      openai: {
        messages: asks([
          { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
        ]),
      },
    },
    tell: (request) => told(find(request, 'image')?.detail),
  },
  {
    name: 'document (PDF)',
    samples: {
      openai: {
        messages: asks([
          { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` } },
        ]),
      },
      anthropic: { messages: asks([block('document', 'application/pdf')]) },
      gemini: { contents: contents(inlineData('application/pdf')) },
    },
    tell: (request) => toldMedia(find(request, 'file')),
  },
  {
    name: 'sound',
    samples: {
      openai: { messages: asks(['Listen.', { type: 'input_audio', input_audio: { data, format: 'wav' } }]) },
      gemini: { contents: contents({ text: 'Listen.' }, inlineData('audio/wav')) },
    },
    tell: (request) => toldMedia(find(request, 'audio')),
  },
  {
    name: 'tools',
    samples: withTools({ openai: {}, anthropic: {}, gemini: {} }),
    tell: ({ tools }) => (tools ? JSON.stringify({ ...tools[0], strict: undefined }) : null),
  },
  {
    name: '`strict` of a tool',
    samples: {
      openai: { tools: [{ type: 'function', function: { ...tool, parameters: schema, strict: true } }] },
      anthropic: { tools: [{ ...tool, input_schema: schema, strict: true }] },
    },
    tell: ({ tools }) => told(tools?.[0]?.strict),
  },
  {
    name: 'tool choice: none',
    samples: withTools({
      openai: { tool_choice: 'none' },
      anthropic: { tool_choice: { type: 'none' } },
      gemini: mode('NONE'),
    }),
    tell: choice,
  },
  {
    name: 'tool choice: any',
    samples: withTools({
      openai: { tool_choice: 'required' },
      anthropic: { tool_choice: { type: 'any' } },
      gemini: mode('ANY'),
    }),
    tell: choice,
  },
  {
    name: 'tool choice: a named one',
    samples: withTools({
      openai: { tool_choice: { type: 'function', function: { name: 'weather' } } },
      anthropic: { tool_choice: { type: 'tool', name: 'weather' } },
      gemini: mode('ANY', { allowedFunctionNames: ['weather'] }),
    }),
    tell: choice,
  },
  {
    name: 'one tool call at a time',
    samples: withTools({
      openai: { parallel_tool_calls: false },
      anthropic: { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    }),
    tell: ({ parallelToolCalls }) => told(parallelToolCalls),
  },
  {
    name: 'tool call and result',
    samples: withTools({
      openai: openaiTurns({}, 'Rain'),
      anthropic: anthropicTurns([], { content: 'Rain' }),
      gemini: geminiTurns([], { result: 'Rain' }),
    }),
    tell: (request) => {
      const [call, result] = [find(request, 'tool_call'), find(request, 'tool_result')]
      return call && result && call.id === result.callId
        ? `${call.name} ${call.arguments} ${toolResult(request)}`
        : null
    },
  },
  {
    name: 'image in a tool result',
    samples: withTools({
      anthropic: anthropicTurns([], {
        content: [{ type: 'text', text: 'Map' }, block('image', 'image/png')],
      }),
    }),
    tell: (request) => {
      if (toolResult(request)?.includes('image')) return 'in the result'
      return find(request, 'image') ? 'in a user message' : null
    },
  },
  {
    name: 'failed tool result',
    samples: withTools({
      anthropic: anthropicTurns([], { content: 'No such city', is_error: true }),
      gemini: geminiTurns([], { error: 'No such city' }),
    }),
    tell: (request) => {
      const result = find(request, 'tool_result')
      if (result?.isError) return 'marked'
      return result?.content.some((part) => wordsOf(part).includes('Error')) ? '`Error:` in its text' : null
    },
  },
  {
    name: 'earlier reasoning, with its signature',
    samples: withTools({
      openai: openaiTurns(
        detail({ type: 'reasoning.text', text: 'Hm.', signature: 'sig', format: 'anthropic-claude-v1' }),
        'Rain',
      ),
      anthropic: anthropicTurns([{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }], {
        content: 'Rain',
      }),
      gemini: geminiTurns([{ text: 'Hm.', thought: true, thoughtSignature: 'sig' }], { result: 'Rain' }),
    }),
    tell: (request) => {
      const part = find(request, 'reasoning')
      return part
        ? [part.text ? 'text' : '', part.signature ? 'signature' : ''].filter(Boolean).join(' and ')
        : null
    },
    thinks: true,
  },
  {
    name: 'earlier reasoning, redacted',
    samples: withTools({
      openai: openaiTurns(
        detail({ type: 'reasoning.encrypted', data: 'sealed', format: 'anthropic-claude-v1' }),
        'Rain',
      ),
      anthropic: anthropicTurns([{ type: 'redacted_thinking', data: 'sealed' }], { content: 'Rain' }),
    }),
    tell: (request) => told(find(request, 'reasoning')?.redacted),
    thinks: true,
  },
  {
    name: 'thought signature of a call',
    samples: withTools({
      openai: openaiTurns(
        {
          tool_calls: [
            {
              ...{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } },
              extra_content: { google: { thought_signature: 'sig' } },
            },
          ],
        },
        'Rain',
      ),
      gemini: geminiTurns([], { result: 'Rain' }, { thoughtSignature: 'sig' }),
    }),
    tell: (request) => told(find(request, 'tool_call')?.signature),
    thinks: true,
  },
  ...(['5m', '1h'] as const).map((ttl): RequestFeature => {
    const marked = asks([{ type: 'text', text: 'Long.', cache_control: { type: 'ephemeral', ttl } }])
    return {
      name: `cache mark, ${ttl}`,
      samples: { openai: { messages: marked }, anthropic: { messages: marked } },
      tell: cache,
    }
  }),
  {
    name: 'output limit',
    samples: {
      openai: { max_tokens: 500 },
      anthropic: { max_tokens: 500 },
      gemini: config({ maxOutputTokens: 500 }),
    },
    tell: ({ maxOutputTokens }) => told(maxOutputTokens),
  },
  {
    name: 'temperature 0.7',
    samples: {
      openai: { temperature: 0.7 },
      anthropic: { temperature: 0.7 },
      gemini: config({ temperature: 0.7 }),
    },
    tell: ({ temperature }) => told(temperature),
  },
  {
    name: 'temperature 1.5',
    samples: { openai: { temperature: 1.5 }, gemini: config({ temperature: 1.5 }) },
    tell: ({ temperature }) => told(temperature),
  },
  {
    name: 'top_p',
    samples: { openai: { top_p: 0.9 }, anthropic: { top_p: 0.9 }, gemini: config({ topP: 0.9 }) },
    tell: ({ topP }) => told(topP),
  },
  {
    name: 'top_p beside temperature',
    samples: {
      openai: { top_p: 0.9, temperature: 0.7 },
      anthropic: { top_p: 0.9, temperature: 0.7 },
      gemini: config({ topP: 0.9, temperature: 0.7 }),
    },
    tell: ({ topP }) => told(topP),
  },
  {
    name: 'top_k',
    samples: { openai: { top_k: 40 }, anthropic: { top_k: 40 }, gemini: config({ topK: 40 }) },
    tell: ({ topK }) => told(topK),
  },
  {
    name: 'stop, two',
    samples: {
      openai: { stop: ['END', '###'] },
      anthropic: { stop_sequences: ['END', '###'] },
      gemini: config({ stopSequences: ['END', '###'] }),
    },
    tell: ({ stop }) => (stop ? `the first ${stop.length}` : null),
  },
  {
    name: 'stop, six',
    samples: {
      anthropic: { stop_sequences: ['a', 'b', 'c', 'd', 'e', 'f'] },
      gemini: config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    },
    tell: ({ stop }) => (stop ? `the first ${stop.length}` : null),
  },
  {
    name: 'seed',
    samples: { openai: { seed: 7 }, gemini: config({ seed: 7 }) },
    tell: ({ seed }) => told(seed),
  },
  {
    name: 'presence and frequency penalty',
    samples: {
      openai: { presence_penalty: 0.5, frequency_penalty: 0.5 },
      gemini: config({ presencePenalty: 0.5, frequencyPenalty: 0.5 }),
    },
    tell: ({ presencePenalty: presence, frequencyPenalty: frequency }) =>
      presence === undefined ? null : `${presence}, ${frequency}`,
  },
  {
    name: 'several answers (`n`)',
    samples: { openai: { n: 2 }, gemini: config({ candidateCount: 2 }) },
    tell: ({ n }) => told(n),
  },
  {
    name: 'JSON mode',
    samples: {
      openai: { response_format: { type: 'json_object' } },
      gemini: config({ responseMimeType: 'application/json' }),
    },
    tell: format,
  },
  {
    name: 'JSON Schema',
    samples: {
      openai: { response_format: jsonSchema },
      anthropic: { output_config: { format: { type: 'json_schema', schema } } },
      gemini: config({ responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
    tell: format,
  },
  {
    name: 'thinking: effort high',
    samples: {
      openai: { reasoning_effort: 'high' },
      anthropic: { output_config: { effort: 'high' } },
      gemini: config({ thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } }),
    },
    tell: ({ thinking }) => toldThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: budget of tokens',
    samples: {
      openai: { max_tokens: 16_000, reasoning: { max_tokens: 8_192 } },
      anthropic: { max_tokens: 16_000, thinking: { type: 'enabled', budget_tokens: 8_192 } },
      gemini: config({ maxOutputTokens: 16_000, thinkingConfig: { thinkingBudget: 8_192 } }),
    },
    tell: ({ thinking }) => toldThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: adaptive',
    samples: {
      openai: { reasoning: { enabled: true } },
      anthropic: { thinking: { type: 'adaptive' } },
      gemini: config({ thinkingConfig: { includeThoughts: true } }),
    },
    tell: ({ thinking }) => toldThinking(thinking),
    thinks: true,
  },
  {
    name: 'thinking: off',
    samples: {
      openai: { reasoning_effort: 'none' },
      anthropic: { thinking: { type: 'disabled' } },
      gemini: config({ thinkingConfig: { thinkingBudget: 0 } }),
    },
    tell: ({ thinking }) => toldThinking(thinking),
    thinks: true,
  },
  {
    name: 'end user',
    samples: { openai: { user: 'u-1' }, anthropic: { metadata: { user_id: 'u-1' } } },
    tell: ({ userId }) => told(userId),
  },
  {
    name: 'service tier: default',
    samples: { openai: { service_tier: 'default' }, anthropic: { service_tier: 'standard_only' } },
    tell: ({ serviceTier }) => told(serviceTier),
  },
]
