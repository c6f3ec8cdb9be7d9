import type { ChatRequest, Tool } from '../../core/chat/chat-request.ts'
import type { Message, ToolCallPart } from '../../core/chat/content.ts'
import { fitParameters } from '../../core/chat/fit-schema.ts'
import { defined } from '../../core/json/defined.ts'
import { joinTurns, resultWordsOf, wordsOf } from '../plain-text.ts'
import type { ChatBody, WireFunction, WireTurn } from './wire.ts'

/** Body of a chat. https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t, as known on 2026-11-20 */
export function buildWenxinRequest(request: ChatRequest): ChatBody {
  const system = request.messages
    .filter(({ role }) => role === 'system')
    .map(({ parts }) => wordsOf(parts))
    .filter((text) => text !== '')
  return defined<ChatBody>({
    messages: buildTurns(request.messages),
    system: system.length === 0 ? undefined : system.join('\n\n'),
    temperature: request.temperature === undefined ? undefined : within(request.temperature, 0.01, 1),
    top_p: request.topP,
    // 1 is no penalty, 2 the strongest.
    penalty_score: request.presencePenalty === undefined ? undefined : within(1 + request.presencePenalty, 1, 2),
    stream: request.isStream,
    max_output_tokens: request.maxOutputTokens === undefined ? undefined : Math.max(request.maxOutputTokens, 2),
    stop: request.stop,
    response_format: request.responseFormat && formats[request.responseFormat.kind],
    user_id: request.userId,
    ...buildFunctions(request),
  })
}

const within = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

const formats = { text: 'text', json: 'json_object', json_schema: 'json_object' } as const

function buildFunctions({ tools = [], toolChoice }: ChatRequest): Pick<ChatBody, 'functions' | 'tool_choice'> {
  if (tools.length === 0 || toolChoice?.kind === 'none') return {}
  const isNamed = toolChoice?.kind === 'named'
  return defined<Pick<ChatBody, 'functions' | 'tool_choice'>>({
    functions: tools.map(buildFunction),
    tool_choice: isNamed ? { type: 'function', function: { name: toolChoice.name } } : undefined,
  })
}

const buildFunction = ({ name, description = name, parameters }: Tool): WireFunction => ({
  name,
  description,
  parameters: fitParameters(parameters),
})

/** Alternating turns; the first and the last are the user's. */
function buildTurns(messages: readonly Message[]): WireTurn[] {
  const joined = joinTurns(messages.filter(({ role }) => role !== 'system'))
  const turns = joined.flatMap((message, index) => {
    const before = joined[index - 1]
    const isBetween = message.role === 'user' && before !== undefined && callsIn(before).length > 0
    return isBetween ? buildResults(before, message) : buildTurn(message)
  })
  const first = joined[0]?.role === 'assistant' ? [filler] : []
  const last = joined.length === 0 || joined.at(-1)?.role === 'assistant' ? [filler] : []
  return [...first, ...turns, ...last]
}

/** A turn must not be empty. */
const filler: WireTurn = { role: 'user', content: '…' }

const callsIn = ({ parts }: Message) => parts.filter((part) => part.kind === 'tool_call')

function buildTurn({ role, parts }: Message): WireTurn[] {
  const [call] = callsIn({ role, parts })
  if (role !== 'assistant' || !call)
    return [{ role: role === 'assistant' ? role : 'user', content: wordsOf(parts) || '…' }]
  return [buildCall(call, wordsOf(parts.filter((part) => part.kind !== 'tool_call')))]
}

const buildCall = ({ name, arguments: given }: ToolCallPart, content = ''): WireTurn => ({
  role: 'assistant',
  content,
  function_call: { name, arguments: given },
})

/**
 * A turn has at most one call: the further calls of the turn `before`, and the results, follow in turn. What the user
 * said beside them is in the last one.
 */
function buildResults(before: Message, { parts }: Message): WireTurn[] {
  const calls = callsIn(before)
  const results = parts.filter((part) => part.kind === 'tool_result')
  const userText = wordsOf(parts.filter((part) => part.kind !== 'tool_result'))
  return calls.flatMap((call, index) => {
    const result = results.find(({ callId }) => callId === call.id)
    const words = result ? resultWordsOf(result) : ''
    const isLast = index === calls.length - 1
    const content = [words, isLast ? userText : ''].filter((text) => text !== '').join('\n') || '…'
    const turn: WireTurn = { role: 'function', name: call.name, content }
    return index === 0 ? [turn] : [buildCall(call), turn]
  })
}
