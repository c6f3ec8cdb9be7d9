import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { ChatRequest, Effort, ResponseFormat, Thinking } from '../../core/chat/chat-request.ts'
import type { Message, Part, ToolResultPart } from '../../core/chat/content.ts'
import { createUnreadParts, type UnreadParts } from '../../core/chat/unread-fields.ts'
import { defined } from '../../core/json/defined.ts'
import { type CallRegistry, createCallRegistry } from './call-registry.ts'
import { choicesOf, maxOutputOf, requireContents } from './parse-call.ts'
import { parseGeminiPart, parseMedia, unreadOfPart } from './parse-part.ts'
import { parseGeminiSchema } from './parse-schema.ts'
import { parseTools } from './parse-tools.ts'
import { field, jsonText, protoNumberOf } from './wire.ts'

/** A generateContent body in the neutral form; `path` is the parsed path. Throws GatewayError of the caller. */
export function parseGeminiRequest(body: JsonRecord, path: { model: string; isStream: boolean }): ChatRequest {
  const contents = requireContents(body)
  const config = recordOf(field(body, 'generationConfig'))
  const unread = createUnreadParts()
  return defined<ChatRequest>({
    model: path.model,
    messages: [...parseSystem(field(body, 'systemInstruction'), unread), ...parseContents(contents, unread)],
    isStream: path.isStream,
    wantsUsage: true,
    maxOutputTokens: maxOutputOf(config) ?? undefined,
    temperature: protoNumberOf(config.temperature),
    topP: protoNumberOf(field(config, 'topP')),
    topK: protoNumberOf(field(config, 'topK')),
    stop: parseStop(field(config, 'stopSequences')),
    seed: protoNumberOf(config.seed),
    presencePenalty: protoNumberOf(field(config, 'presencePenalty')),
    frequencyPenalty: protoNumberOf(field(config, 'frequencyPenalty')),
    n: choicesOf(config),
    ...parseTools(body),
    responseFormat: parseFormat(config),
    thinking: parseThinking(field(config, 'thinkingConfig')),
    unread: unread.names(),
  })
}

function parseSystem(instruction: unknown, unread: UnreadParts): Message[] {
  const parts =
    typeof instruction === 'string' ? [{ text: instruction }] : recordsOf(recordOf(instruction).parts ?? [instruction])
  // Only the text of an instruction has a neutral form.
  for (const { text: _, ...others } of parts)
    for (const name of Object.keys(others)) unread.note('systemInstruction', name)
  const texts = parts.map((part) => textOf(part.text)).filter((text) => text !== '')
  if (texts.length === 0) return []
  return [{ role: 'system', parts: texts.map((text) => ({ kind: 'text', text })) }]
}

function parseContents(contents: JsonRecord[], unread: UnreadParts): Message[] {
  const registry = createCallRegistry(contents)
  return contents
    .map((content) => ({ role: roleOf(content), parts: parseParts(content, registry, unread) }))
    .filter((message) => message.parts.length > 0)
}

function roleOf(content: JsonRecord): Message['role'] {
  if (content.role === 'model' || content.role === 'assistant') return 'assistant'
  return content.role === 'system' ? 'system' : 'user'
}

const parseParts = (content: JsonRecord, registry: CallRegistry, unread: UnreadParts): Part[] =>
  recordsOf(content.parts).flatMap((part): Part[] => {
    for (const name of unreadOfPart(part)) unread.note('contents', name)
    const response = field(part, 'functionResponse')
    return isRecord(response) ? [parseResult(response, registry, unread)] : parseGeminiPart(part, registry.idOf)
  })

function parseResult(wire: JsonRecord, registry: CallRegistry, unread: UnreadParts): ToolResultPart {
  const { id, name } = registry.answered(wire)
  const { text, isError } = resultText(recordOf(wire.response))
  const media = recordsOf(wire.parts).flatMap((part) => {
    const found = parseMedia(part)
    if (found?.kind === 'image' || found?.kind === 'file') return [found]
    for (const name of Object.keys(part)) unread.note('contents.functionResponse', name)
    return []
  })
  const content: ToolResultPart['content'] = [{ kind: 'text', text }, ...media]
  return defined<ToolResultPart>({
    kind: 'tool_result',
    callId: id,
    name: name || undefined,
    content: text === '' && media.length > 0 ? media : content,
    isError: isError || undefined,
  })
}

/** A response is an object: a single text under a conventional name is that text, anything else its JSON. */
function resultText(response: JsonRecord): { text: string; isError: boolean } {
  const entries = Object.entries(response)
  const [key, value] = entries[0] ?? ['', '']
  if (entries.length > 1) return { text: jsonText(response), isError: false }
  if (key === 'error') return { text: typeof value === 'string' ? value : jsonText(value), isError: true }
  const isText = (key === 'result' || key === 'output' || key === 'content') && typeof value === 'string'
  return { text: isText ? value : jsonText(response), isError: false }
}

function parseStop(wire: unknown): string[] | undefined {
  if (!Array.isArray(wire)) return undefined
  const stop = wire.filter((text) => typeof text === 'string' && text !== '')
  return stop.length > 0 ? stop : undefined
}

export function parseFormat(config: JsonRecord): ResponseFormat | undefined {
  const mediaType = textOf(field(config, 'responseMimeType'))
  if (mediaType === 'text/plain') return { kind: 'text' }
  if (mediaType !== 'application/json') return undefined
  const schema = field(config, 'responseJsonSchema') ?? field(config, '_responseJsonSchema')
  if (isRecord(schema)) return { kind: 'json_schema', schema }
  const subset = field(config, 'responseSchema')
  return isRecord(subset) ? { kind: 'json_schema', schema: parseGeminiSchema(subset) } : { kind: 'json' }
}

const levels = tableOf<Effort>({ MINIMAL: 'minimal', LOW: 'low', MEDIUM: 'medium', HIGH: 'high' })

/** Thoughts are hidden unless requested, which by itself does not ask for thinking. */
export function parseThinking(wire: unknown): Thinking | undefined {
  if (!isRecord(wire)) return undefined
  const isShown = field(wire, 'includeThoughts') === true
  const tokens = protoNumberOf(field(wire, 'thinkingBudget'))
  if (tokens === 0) return { kind: 'off' }
  if (tokens !== undefined) return { kind: 'budget', tokens: Math.max(-1, Math.trunc(tokens)), isShown }
  const effort = levels[textOf(field(wire, 'thinkingLevel')).toUpperCase()]
  if (effort) return { kind: 'effort', effort, isShown }
  return isShown ? { kind: 'adaptive', isShown, isUnasked: true } : undefined
}
