import fc from 'fast-check'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import type { Message, Part } from '../../core/chat/content.ts'
import { noUsage } from '../../core/usage/usage.ts'

/** Neutral values that the Messages format holds without loss. */

/** Fields that are absent, never undefined. */
const optional = <T extends object>(required: fc.Arbitrary<T>, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(required, fc.record(fields, { requiredKeys: [] })).map(([value, more]) => ({ ...value, ...more }) as T)

/** No white space at the ends: the API refuses it at the end of a last answer. */
const text = fc.string({ minLength: 1, unit: 'grapheme' }).map((value) => `a${value}z`)
const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
/** As JSON carries it: 0 has no sign. */
const json = fc
  .dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value): Record<string, unknown> => JSON.parse(JSON.stringify(value)))
const canonical = json.map((value) => JSON.stringify(value))
const cache = fc.constantFrom({ ttl: '5m' as const }, { ttl: '1h' as const })

const mediaOf = (mediaType: string, data: string) =>
  fc.oneof(
    fc.constant({ kind: 'base64' as const, mediaType, data }),
    fc.record({ kind: fc.constant('url' as const), url: fc.webUrl() }),
    fc.record({ kind: fc.constant('file_id' as const), fileId: name }),
  )
const textPart = fc.record({ kind: fc.constant('text' as const), text })
const imagePart = fc.record({ kind: fc.constant('image' as const), source: mediaOf('image/png', 'iVBORw0KGgo=') })
const filePart = optional(
  fc.record({
    kind: fc.constant('file' as const),
    source: fc.oneof(mediaOf('application/pdf', 'JVBERi0='), fc.record({ kind: fc.constant('text' as const), text })),
  }),
  { name: text },
)
const resultPart = optional(
  fc.record({
    kind: fc.constant('tool_result' as const),
    callId: name,
    content: fc.array(fc.oneof(textPart, imagePart, filePart), { maxLength: 2 }),
  }),
  { isError: fc.constant(true) },
)
const callPart = fc.record({ kind: fc.constant('tool_call' as const), id: name, name, arguments: canonical })
const reasoningPart = fc.oneof(
  fc.record({ kind: fc.constant('reasoning' as const), text: fc.string(), signature: text }),
  fc.record({ kind: fc.constant('reasoning' as const), text: fc.constant(''), redacted: text }),
)

const userMessage = fc
  .tuple(
    fc.array(resultPart, { maxLength: 2 }),
    fc.array(fc.oneof(textPart, imagePart, filePart), { minLength: 1, maxLength: 3 }),
  )
  .map(([results, parts]): Message => ({ role: 'user', parts: [...results, ...parts] }))
const assistantMessage = fc
  .tuple(
    fc.array(reasoningPart, { maxLength: 2 }),
    fc.array(fc.oneof(textPart, callPart), { minLength: 1, maxLength: 3 }),
  )
  .map(([reasoning, parts]): Message => ({ role: 'assistant', parts: [...reasoning, ...parts] }))
const systemMessage = fc
  .array(textPart, { minLength: 1, maxLength: 2 })
  .map((parts): Message => ({ role: 'system', parts }))

const messages = fc
  .tuple(
    fc.option(systemMessage, { nil: null }),
    fc.array(fc.tuple(userMessage, fc.option(systemMessage, { nil: null }), assistantMessage), {
      maxLength: 3,
    }),
    userMessage,
    fc.option(cache, { nil: undefined }),
  )
  .map(([system, turns, last, mark]) => {
    const middle = turns.flat().filter((message) => message !== null)
    const all = [...(system ? [system] : []), ...middle, last]
    if (mark) for (const message of all.slice(0, 4)) markFirst(message.parts, mark)
    return all
  })

function markFirst(parts: Part[], mark: { ttl: '5m' | '1h' }): void {
  const part = parts.find((candidate) => candidate.kind !== 'reasoning')
  if (part) Object.assign(part, { cache: mark })
}

const tool = optional(fc.record({ name }), {
  description: fc.string(),
  parameters: json.map((properties) => ({ type: 'object', properties })),
  strict: fc.boolean(),
}).map((drawn) => ({ parameters: { type: 'object', properties: {} }, ...drawn }))

const closedSchema = json.map((enums) => ({
  type: 'object',
  properties: { field: { enum: Object.keys(enums) } },
  additionalProperties: false,
}))

/** For models with both forms of thinking, sampling, forced tools, schemas and system messages. */
export const expressibleRequest: fc.Arbitrary<ChatRequest> = fc
  .tuple(
    optional(fc.record({ model: name, messages, isStream: fc.boolean(), wantsUsage: fc.constant(true) }), {
      maxOutputTokens: fc.integer({ min: 4_000, max: 100_000 }),
      stop: fc.array(text, { minLength: 1, maxLength: 3 }),
      userId: name,
      serviceTier: fc.constantFrom('auto', 'default'),
      responseFormat: closedSchema.map((schema) => ({ kind: 'json_schema', schema, strict: true })),
    }),
    fc.oneof(
      fc.constant({}),
      fc.record({ temperature: fc.constantFrom(0, 0.5, 1) }),
      fc.record({ topP: fc.constantFrom(0, 0.9), topK: fc.nat(40) }),
      fc.record({ thinking: fc.constant({ kind: 'off' }) }),
      fc.record({
        thinking: fc.record({ kind: fc.constant('budget'), tokens: fc.integer({ min: 1024, max: 3000 }) }),
      }),
      fc.record({
        thinking: optional(fc.record({ kind: fc.constant('adaptive') }), {
          effort: fc.constantFrom('low', 'medium', 'high', 'max'),
          isShown: fc.boolean(),
        }),
      }),
    ),
    fc.uniqueArray(tool, { selector: ({ name }) => name, maxLength: 2 }),
    fc.constantFrom('auto', 'none', 'required', 'named', null),
    fc.boolean(),
  )
  .map(([request, settings, tools, choice, isSingle]) => {
    const first = tools[0]
    const hasBudget = 'thinking' in settings && (settings.thinking as { kind: string }).kind === 'budget'
    const kind = hasBudget && choice !== 'none' ? 'auto' : choice
    const toolChoice = kind === 'named' ? { kind, name: first?.name } : { kind }
    return {
      maxOutputTokens: 4_000,
      ...request,
      ...settings,
      ...(first ? { tools } : {}),
      ...(first && kind ? { toolChoice } : {}),
      ...(first && kind && kind !== 'none' && isSingle ? { parallelToolCalls: false } : {}),
    } as ChatRequest
  })
  .filter((request) => request.thinking?.kind !== 'budget' || !hasOpenLoop(request.messages))

/** The conversation ends with the result of a call without thinking: no budget may be set. */
const hasOpenLoop = (all: Message[]): boolean =>
  all.at(-1)?.parts[0]?.kind === 'tool_result' && all.at(-2)?.parts[0]?.kind !== 'reasoning'

const citation = optional(fc.record({ url: fc.webUrl() }), { title: text, citedText: text })
const answerPart = fc.oneof(
  optional(textPart, { citations: fc.array(citation, { minLength: 1, maxLength: 2 }) }),
  callPart,
  reasoningPart,
)
const tokens = fc.nat(1_000_000)

export const expressibleResponse: fc.Arbitrary<ChatResponse> = fc
  .tuple(
    name,
    name,
    fc.array(answerPart, { maxLength: 5 }),
    fc.constantFrom('stop', 'stop_sequence', 'length', 'context_full', 'refusal', 'pause'),
    text,
    fc.record({
      inputText: tokens.map((count) => count + 1),
      cacheReadText: tokens,
      cacheWrite5m: tokens,
      cacheWrite1h: tokens,
      outputText: tokens,
      reasoning: tokens,
    }),
  )
  .map(([id, model, parts, reason, stopSequence, usage]) => {
    const hasCalls = parts.some((part) => part.kind === 'tool_call')
    return {
      id: `msg_${id}`,
      model,
      createdAt: 0,
      choices: [
        {
          index: 0,
          parts,
          finishReason: reason === 'stop' && hasCalls ? 'tool_calls' : reason,
          ...(reason === 'stop_sequence' ? { stopSequence } : {}),
        },
      ],
      usage: { ...noUsage, ...usage, outputText: usage.outputText + usage.reasoning },
    } as ChatResponse
  })
