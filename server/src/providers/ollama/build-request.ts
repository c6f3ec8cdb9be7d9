import { isRecord } from '@sluice/contract/read-json'
import type { ChatRequest, Effort, ResponseFormat, Thinking } from '../../core/chat/chat-request.ts'
import type { Message, Part, ToolCallPart, ToolResultPart } from '../../core/chat/content.ts'
import { isThinkingOff } from '../../core/chat/fit-thinking.ts'
import { mapBudgetToEffort } from '../../core/chat/map-thinking.ts'
import { defined } from '../../core/json/defined.ts'
import { parseExactJson } from '../../core/json/exact-json.ts'
import { buildFunctionTool, type FunctionTool } from '../function-tool.ts'
import { resultWordsOf, wordsOf } from '../plain-text.ts'
import type {
  ChatBody,
  WireAssistant,
  WireCall,
  WireInput,
  WireLevel,
  WireMessage,
  WireOptions,
  WireResult,
} from './wire.ts'

/** Body of `POST /api/chat`. https://docs.ollama.com/api/chat, as known on 2026-11-20 */
export function buildOllamaRequest(request: ChatRequest): ChatBody {
  const options = defined<WireOptions>({
    temperature: request.temperature,
    top_p: request.topP,
    top_k: request.topK,
    seed: request.seed,
    stop: request.stop,
    num_predict: request.maxOutputTokens,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
  })
  const names = toolNamesIn(request.messages)
  return defined<ChatBody>({
    model: request.model,
    messages: request.messages.flatMap((message) => buildMessage(message, names)),
    tools: buildTools(request),
    format: request.responseFormat && buildFormat(request.responseFormat),
    think: request.thinking && buildThink(request.thinking, request.model),
    stream: request.isStream,
    options: Object.keys(options).length > 0 ? options : undefined,
  })
}

function buildFormat(format: ResponseFormat): ChatBody['format'] {
  if (format.kind === 'text') return undefined
  return format.kind === 'json' ? 'json' : format.schema
}

/** Models that take a level. The others take only true and false. */
const takesLevels = /gpt-oss/i

function buildThink(thinking: Thinking, model: string): boolean | WireLevel {
  if (isThinkingOff(thinking)) return false
  return takesLevels.test(model) ? levelOf(thinking) : true
}

function levelOf(thinking: Thinking): WireLevel {
  const effort = thinking.kind === 'budget' ? (mapBudgetToEffort(thinking.tokens) ?? 'high') : effortIn(thinking)
  if (effort === 'none' || effort === 'minimal' || effort === 'low') return 'low'
  return effort === 'medium' ? 'medium' : 'high'
}

const effortIn = (thinking: Exclude<Thinking, { kind: 'budget' }>): Effort =>
  ('effort' in thinking ? thinking.effort : undefined) ?? 'medium'

/** There is no tool choice: without a permitted tool none is offered, and a named tool is offered alone. */
function buildTools({ tools = [], toolChoice }: ChatRequest): FunctionTool[] | undefined {
  const offered =
    toolChoice?.kind === 'none'
      ? []
      : toolChoice?.kind === 'named'
        ? tools.filter(({ name }) => name === toolChoice.name)
        : tools
  return offered.length > 0 ? offered.map(buildFunctionTool) : undefined
}

/** Id of a call → name of its function. Results refer to calls by name. */
function toolNamesIn(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'tool_call'))
  return new Map(calls.map(({ id, name }) => [id, name]))
}

/** Tool results come before the user's text of the same turn. */
function buildMessage({ role, parts }: Message, names: ReadonlyMap<string, string>): WireMessage[] {
  if (role === 'assistant') return [buildAssistant(parts)]
  const results = parts.filter((part) => part.kind === 'tool_result')
  const messageParts = parts.filter((part) => part.kind !== 'tool_result')
  const tools = results.map((result) => buildResult(result, names))
  if (messageParts.length === 0 && tools.length > 0) return tools
  const images = messageParts.flatMap(imageOf)
  return [...tools, defined<WireInput>({ role, content: wordsOf(messageParts), images: orNone(images) })]
}

function buildAssistant(parts: readonly Part[]): WireAssistant {
  const calls = parts.filter((part) => part.kind === 'tool_call')
  const thoughts = parts.flatMap((part) => (part.kind === 'reasoning' ? [part.text] : [])).join('')
  return defined<WireAssistant>({
    role: 'assistant',
    content: wordsOf(parts.filter(({ kind }) => kind !== 'tool_call')),
    thinking: thoughts === '' ? undefined : thoughts,
    tool_calls: orNone(calls.map(buildCall)),
  })
}

const buildCall = ({ name, arguments: given }: ToolCallPart): WireCall => {
  const parsed = parseExactJson(given)
  return { function: { name, arguments: isRecord(parsed) ? parsed : {} } }
}

function buildResult(result: ToolResultPart, names: ReadonlyMap<string, string>): WireResult {
  const { callId, name, content } = result
  return defined<WireResult>({
    role: 'tool',
    tool_name: name ?? names.get(callId),
    content: resultWordsOf(result),
    images: orNone(content.flatMap(imageOf)),
  })
}

const imageOf = (part: Part): string[] =>
  part.kind === 'image' && part.source.kind === 'base64' ? [part.source.data] : []

const orNone = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)
