import type { ChatRequest, Tool } from '../../core/chat/chat-request.ts'
import type { Message } from '../../core/chat/content.ts'
import { fitParameters } from '../../core/chat/fit-schema.ts'
import { defined } from '../../core/json/defined.ts'
import { joinTurns, wordsOf } from '../plain-text.ts'
import type { SparkVersion } from './versions.ts'
import type { ChatBody, WireFunction, WireSettings, WireTurn } from './wire.ts'

/**
 * The first message of a WebSocket connection; signing adds the application.
 * https://www.xfyun.cn/doc/spark/Web.html, as known on 2026-11-20
 */
export function buildSparkRequest(request: ChatRequest, version: SparkVersion): ChatBody {
  const functions = buildFunctions(request)
  return {
    header: defined<ChatBody['header']>({ uid: request.userId?.slice(0, uidLengthMax) }),
    parameter: {
      chat: defined<WireSettings>({
        domain: version.domain,
        temperature: within(request.temperature, 0.01, version.domain === 'x1' ? 2 : 1),
        top_k: within(request.topK, 1, 6),
        max_tokens: request.maxOutputTokens,
      }),
    },
    payload: {
      message: { text: buildTurns(request.messages, version) },
      ...(functions.length > 0 && { functions: { text: functions } }),
    },
  }
}

const uidLengthMax = 32

const within = (value: number | undefined, min: number, max: number): number | undefined =>
  value === undefined ? undefined : Math.min(Math.max(value, min), max)

function buildTurns(messages: readonly Message[], { takesSystem }: SparkVersion): WireTurn[] {
  const system = messages
    .filter(({ role }) => role === 'system')
    .map(({ parts }) => wordsOf(parts))
    .filter((text) => text !== '')
    .join('\n\n')
  const turns = joinTurns(messages.filter(({ role }) => role !== 'system')).map(({ role, parts }) => ({
    role,
    content: wordsOf(parts),
  }))
  if (system === '') return turns
  const [first, ...rest] = turns
  if (takesSystem || first?.role !== 'user')
    return [{ role: takesSystem ? 'system' : 'user', content: system }, ...turns]
  return [{ role: 'user', content: `${system}\n\n${first.content}` }, ...rest]
}

/** There is no tool choice: a named tool is offered alone. */
function buildFunctions({ tools = [], toolChoice }: ChatRequest): WireFunction[] {
  if (toolChoice?.kind === 'none') return []
  const offered = toolChoice?.kind === 'named' ? tools.filter(({ name }) => name === toolChoice.name) : tools
  return offered.map(buildFunction)
}

const buildFunction = ({ name, description = '', parameters }: Tool): WireFunction => ({
  name,
  description,
  parameters: fitParameters(parameters),
})
