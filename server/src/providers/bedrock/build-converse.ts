import { tableOf } from '@sluice/contract/table-of'
import type { ChatRequest, Thinking, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import type { MediaSource, Message, Part } from '../../core/chat/content.ts'
import { fitParameters } from '../../core/chat/fit-schema.ts'
import { jsonInstruction } from '../../core/chat/json-instruction.ts'
import { effortBudgets } from '../../core/chat/map-thinking.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import type {
  ConverseBody,
  WireBlock,
  WireChoice,
  WireFields,
  WireLevel,
  WireSettings,
  WireTool,
  WireToolConfig,
  WireTurn,
} from './wire.ts'

/** Throws GatewayError (the caller's) for media that no model takes. */
export function buildConverseRequest(request: ChatRequest): ConverseBody {
  const config = defined<WireSettings>({
    maxTokens: request.maxOutputTokens,
    // Only 0 to 1 is accepted.
    temperature: request.temperature === undefined ? undefined : Math.min(request.temperature, 1),
    topP: request.topP,
    stopSequences: request.stop,
  })
  const more = defined<WireFields>({ top_k: request.topK, ...buildThinking(request) })
  // Only some models have a setting for JSON.
  const format = request.responseFormat ? jsonInstruction(request.responseFormat) : ''
  const system = [
    ...request.messages.filter(({ role }) => role === 'system').flatMap(({ parts }) => textsOf(parts)),
    ...(format === '' ? [] : [format]),
  ]
  return defined<ConverseBody>({
    messages: buildMessages(request.messages.filter(({ role }) => role !== 'system')),
    system: system.length > 0 ? system.map((text) => ({ text })) : undefined,
    inferenceConfig: Object.keys(config).length > 0 ? config : undefined,
    toolConfig: buildToolConfig(request),
    additionalModelRequestFields: Object.keys(more).length > 0 ? more : undefined,
  })
}

/** Each maker has its own field; models of other makers refuse all of them. */
function buildThinking({ model, thinking }: Pick<ChatRequest, 'model' | 'thinking'>): WireFields {
  if (thinking === undefined) return {}
  const level = levelOf(thinking)
  if (/(^|[./])openai\.gpt/.test(model)) return { reasoning_effort: level ?? 'low' }
  if (/(^|[./])amazon\.nova-2/.test(model))
    return {
      reasoningConfig: level === null ? { type: 'disabled' } : { type: 'enabled', maxReasoningEffort: level },
    }
  return {}
}

/** Null = thinking is off. */
function levelOf(thinking: Thinking): WireLevel | null {
  switch (thinking.kind) {
    case 'off':
      return null
    case 'budget':
      if (thinking.tokens === 0) return null
      if (thinking.tokens > 0 && thinking.tokens <= effortBudgets.low) return 'low'
      return thinking.tokens > 0 && thinking.tokens <= effortBudgets.medium ? 'medium' : 'high'
    case 'effort':
    case 'adaptive': {
      if (thinking.kind === 'adaptive' && thinking.isUnasked) return null
      const { effort = 'medium' } = thinking
      if (effort === 'none') return null
      if (effort === 'minimal' || effort === 'low') return 'low'
      return effort === 'medium' ? 'medium' : 'high'
    }
  }
}

/** Tools used in the history must be listed, even when none may be called: there is no tool choice `none`. */
function buildToolConfig({ tools = [], toolChoice, messages }: ChatRequest): WireToolConfig | undefined {
  const isUsed = messages.some(({ parts }) => parts.some(({ kind }) => kind === 'tool_call' || kind === 'tool_result'))
  if (tools.length === 0 || (toolChoice?.kind === 'none' && !isUsed)) return undefined
  return defined<WireToolConfig>({ tools: tools.map(buildTool), toolChoice: toolChoice && buildChoice(toolChoice) })
}

const buildTool = ({ name, description, parameters }: Tool): WireTool => ({
  toolSpec: defined<WireTool['toolSpec']>({
    name,
    description: description === '' ? undefined : description,
    inputSchema: { json: fitParameters(parameters) },
  }),
})

function buildChoice(choice: ToolChoice): WireChoice | undefined {
  if (choice.kind === 'required') return { any: {} }
  if (choice.kind === 'named') return { tool: { name: choice.name } }
  return choice.kind === 'auto' ? { auto: {} } : undefined
}

/** The first message is the user's, consecutive messages of one role are merged, and no message is empty. */
function buildMessages(messages: readonly Message[]): WireTurn[] {
  const turns: WireTurn[] = []
  let documents = 0
  const nameNext = () => `document ${++documents}`
  for (const [index, message] of messages.entries()) {
    const role = message.role === 'assistant' ? message.role : 'user'
    const content = message.parts.flatMap((part) => buildPart(part, { nameNext, field: `messages.${index}` }))
    if (content.length === 0) continue
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content })
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: [{ text: '.' }] })
  return turns
}

interface Place {
  /** The name of the next document. */
  nameNext(): string
  /** Of the message, for a refusal. */
  field: string
}

function buildPart(part: Part, place: Place): WireBlock[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text.trim() === '' ? [] : [{ text: part.text }]
    case 'image':
      return buildImage(part.source, place)
    case 'file':
      return buildDocument(part.source, place)
    case 'tool_call':
      return [{ toolUse: { toolUseId: part.id, name: part.name, input: parseExactRecord(part.arguments) ?? {} } }]
    case 'tool_result': {
      const content = part.content.flatMap((one) => buildPart(one, place))
      return [
        {
          toolResult: {
            toolUseId: part.callId,
            content: content.length > 0 ? content : [{ text: '.' }],
            status: part.isError ? 'error' : 'success',
          },
        },
      ]
    }
    case 'reasoning':
    case 'audio':
      return []
  }
}

const imageFormats = ['png', 'jpeg', 'gif', 'webp']

/** Throws GatewayError (the caller's) for a type that no model takes. */
function buildImage(source: MediaSource, { field }: Place): WireBlock[] {
  const format = source.kind === 'base64' ? source.mediaType.replace(/^image\//, '').replace('jpg', 'jpeg') : ''
  if (source.kind !== 'base64' || !imageFormats.includes(format)) throw invalidRequest('imageNotSendable', { field })
  return [{ image: { format, source: { bytes: source.data } } }]
}

const documentFormats = tableOf<string>({
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
})

/** A document's name may influence the model, so it is replaced by a neutral one. */
function buildDocument(source: MediaSource, { nameNext, field }: Place): WireBlock[] {
  if (source.kind === 'text') return source.text.trim() === '' ? [] : [{ text: source.text }]
  const format = source.kind === 'base64' ? documentFormats[source.mediaType] : undefined
  if (source.kind !== 'base64' || format === undefined) throw invalidRequest('documentNotSendable', { field })
  return [{ document: { format, name: nameNext(), source: { bytes: source.data } } }]
}

const textsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => (part.kind === 'text' && part.text.trim() !== '' ? [part.text] : []))
