import { type DoctorCheck, type DoctorClient, doctorOutputTokens } from '@sluice/contract/channel-doctor'

/** A request of a client, without its model in bodies that have it: `requestOf` adds it. */
export interface DoctorCall {
  path: string
  headers: Record<string, string>
  body: Record<string, unknown>
}

/** Whether clients of the format have such a call. Chat completions have no count of tokens. */
export const hasCheck = (client: DoctorClient, check: DoctorCheck): boolean =>
  !(client === 'openai' && check === 'count')

/** One turn of a conversation in the words of a format. */
interface Turn {
  model: string
  isStream: boolean
  /** The items of the conversation, as the format writes them. */
  items: readonly unknown[]
  more?: Record<string, unknown>
}

const anthropicHeaders = { 'anthropic-version': '2023-06-01' }

const builders: Readonly<Record<DoctorClient, (turn: Turn) => DoctorCall>> = {
  openai: ({ model, isStream, items, more }) => ({
    path: '/v1/chat/completions',
    headers: {},
    body: {
      model,
      messages: items,
      max_completion_tokens: doctorOutputTokens,
      ...(isStream && { stream: true, stream_options: { include_usage: true } }),
      ...more,
    },
  }),
  responses: ({ model, isStream, items, more }) => ({
    path: '/v1/responses',
    headers: {},
    body: { model, input: items, max_output_tokens: doctorOutputTokens, ...(isStream && { stream: true }), ...more },
  }),
  anthropic: ({ model, isStream, items, more }) => ({
    path: '/v1/messages',
    headers: anthropicHeaders,
    body: { model, messages: items, max_tokens: doctorOutputTokens, ...(isStream && { stream: true }), ...more },
  }),
  gemini: ({ model, isStream, items, more }) => ({
    path: geminiPath(model, isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
    headers: {},
    body: { contents: items, ...more, generationConfig: { maxOutputTokens: doctorOutputTokens, ...configIn(more) } },
  }),
}

const geminiPath = (model: string, action: string): string => `/v1beta/models/${encodeURIComponent(model)}:${action}`

const configIn = (more: Record<string, unknown> | undefined): object =>
  typeof more?.generationConfig === 'object' && more.generationConfig !== null ? more.generationConfig : {}

export const buildTurn = (client: DoctorClient, turn: Turn): DoctorCall => builders[client](turn)

const question = 'Reply with one short sentence.'
/** A red square of 16 by 16 pixels. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR4nGP4z8BAEiJN9aiGUQ1DSgMAIXz/AeN1nhoAAAAASUVORK5CYII='

/** What the user says, as the format writes it. */
export const userItem = (client: DoctorClient, text: string): unknown =>
  client === 'gemini' ? { role: 'user', parts: [{ text }] } : { role: 'user', content: text }

function pictureItem(client: DoctorClient): unknown {
  const text = 'Which colour is this?'
  const url = `data:image/png;base64,${picture}`
  switch (client) {
    case 'openai':
      return {
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'image_url', image_url: { url } },
        ],
      }
    case 'responses':
      return {
        role: 'user',
        content: [
          { type: 'input_text', text },
          { type: 'input_image', image_url: url },
        ],
      }
    case 'anthropic':
      return {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
          { type: 'text', text },
        ],
      }
    case 'gemini':
      return { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: picture } }, { text }] }
  }
}

/** The required field of the schema. */
export const schemaField = 'colour'

const schema = {
  type: 'object',
  properties: { [schemaField]: { type: 'string' } },
  required: [schemaField],
  additionalProperties: false,
}

function schemaFields(client: DoctorClient): Record<string, unknown> {
  const { additionalProperties: _, ...geminiSchema } = schema
  switch (client) {
    case 'openai':
      return { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }
    case 'responses':
      return { text: { format: { type: 'json_schema', name: 'answer', strict: true, schema } } }
    case 'anthropic':
      return { output_config: { format: { type: 'json_schema', schema } } }
    case 'gemini':
      return { generationConfig: { responseMimeType: 'application/json', responseSchema: geminiSchema } }
  }
}

export const toolName = 'get_weather'

const toolParameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of a city' } },
  required: ['city'],
}
const described = { name: toolName, description: 'The weather of a city now' }

/** The tool, which must be called. */
export function toolFields(client: DoctorClient): Record<string, unknown> {
  switch (client) {
    case 'openai':
      return {
        tools: [{ type: 'function', function: { ...described, parameters: toolParameters } }],
        tool_choice: { type: 'function', function: { name: toolName } },
      }
    case 'responses':
      return {
        tools: [{ type: 'function', ...described, parameters: toolParameters }],
        tool_choice: { type: 'function', name: toolName },
      }
    case 'anthropic':
      return {
        tools: [{ ...described, input_schema: toolParameters }],
        tool_choice: { type: 'tool', name: toolName },
      }
    case 'gemini':
      return {
        tools: [{ functionDeclarations: [{ ...described, parameters: toolParameters }] }],
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [toolName] } },
      }
  }
}

/** The share of a context that a long prompt fills: tokenizers and the maker's own text take less than the rest. */
const longShare = 0.9

/** Tokens of the prompt of the long check; each of its words is one token for the known tokenizers. */
export const longPromptTokens = (contextTokens: number): number =>
  Math.max(0, Math.floor((contextTokens - doctorOutputTokens) * longShare))

/** A long prompt begins with this word, and ends with a question for it. */
export const recalledWord = 'heron'

/** A prompt near the context of the model. */
export function buildLongCall(client: DoctorClient, model: string, contextTokens: number): DoctorCall {
  const filling = ' the'.repeat(longPromptTokens(contextTokens))
  const text = `The secret word is ${recalledWord}.${filling}\nReply with the secret word from the beginning alone.`
  return buildTurn(client, { model, isStream: false, items: [userItem(client, text)] })
}

/** The call of a check that is one short call. Tools are a conversation of their own. */
export function buildDoctorCall(
  client: DoctorClient,
  check: Exclude<DoctorCheck, 'tools' | 'long'>,
  model: string,
): DoctorCall {
  const items = [userItem(client, question)]
  const turn = { model, isStream: false, items }
  switch (check) {
    case 'plain':
      return buildTurn(client, turn)
    case 'stream':
      return buildTurn(client, { ...turn, isStream: true })
    case 'picture':
      return buildTurn(client, { ...turn, items: [pictureItem(client)] })
    case 'schema':
      return buildTurn(client, {
        ...turn,
        items: [userItem(client, 'Name the colour of the sky as JSON.')],
        more: schemaFields(client),
      })
    case 'count':
      return countCall(client, model, items)
    case 'error':
      // A conversation that is a text is wrong in every format, and is refused before any upstream.
      return wrongCall(client, model)
  }
}

function countCall(client: DoctorClient, model: string, items: readonly unknown[]): DoctorCall {
  const { path, headers, body } = buildTurn(client, { model, isStream: false, items })
  const { max_tokens: _max, max_output_tokens: _maxOutput, generationConfig: _config, ...counted } = body
  if (client === 'gemini') return { path: geminiPath(model, 'countTokens'), headers, body: counted }
  return { path: client === 'responses' ? `${path}/input_tokens` : `${path}/count_tokens`, headers, body: counted }
}

function wrongCall(client: DoctorClient, model: string): DoctorCall {
  const call = buildTurn(client, { model, isStream: false, items: [] })
  const field = { openai: 'messages', responses: 'input', anthropic: 'messages', gemini: 'contents' }[client]
  return { ...call, body: { ...call.body, [field]: 42 } }
}
