import type { ChatRequest, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import type { Message, Part } from '../../core/chat/content.ts'
import { fitParameters } from '../../core/chat/fit-schema.ts'
import { defined } from '../../core/json/defined.ts'
import { joinTurns, resultWordsOf, wordsOf } from '../plain-text.ts'
import type { ChatBody, WireCall, WireContent, WireMessage, WireTool } from './wire.ts'

/** The API accepts at most this many messages: the instructions and the newest ones are sent. */
const messagesMax = 40

/** Body of ChatCompletions. https://cloud.tencent.com/document/api/1729/105701, as known on 2026-11-20 */
export function buildHunyuanRequest(request: ChatRequest): ChatBody {
  return defined<ChatBody>({
    Model: request.model,
    Messages: buildMessages(request.messages),
    Stream: request.isStream,
    TopP: within(request.topP, 0, 1),
    Temperature: within(request.temperature, 0, 2),
    Stop: request.stop,
    Seed: within(request.seed, 1, 10_000),
    ...buildTools(request),
  })
}

const within = (value: number | undefined, min: number, max: number): number | undefined =>
  value === undefined ? undefined : Math.min(Math.max(value, min), max)

function buildTools({ tools = [], toolChoice }: ChatRequest): Pick<ChatBody, 'Tools' | 'ToolChoice' | 'CustomTool'> {
  if (tools.length === 0) return {}
  const chosen = toolChoice?.kind === 'named' ? tools.find(({ name }) => name === toolChoice.name) : undefined
  return defined<Pick<ChatBody, 'Tools' | 'ToolChoice' | 'CustomTool'>>({
    Tools: tools.map(buildTool),
    ToolChoice: toolChoice && choiceOf(toolChoice, chosen),
    CustomTool: chosen && buildTool(chosen),
  })
}

/** The API cannot require a call without naming the tool. */
function choiceOf({ kind }: ToolChoice, chosen: Tool | undefined): ChatBody['ToolChoice'] {
  if (chosen) return 'custom'
  return kind === 'none' ? 'none' : 'auto'
}

const buildTool = ({ name, description, parameters }: Tool): WireTool => ({
  Type: 'function',
  Function: defined<WireTool['Function']>({
    Name: name,
    Description: description,
    Parameters: JSON.stringify(fitParameters(parameters)),
  }),
})

/**
 * One message of instructions, then alternating turns of user and assistant: consecutive messages of one role are
 * merged.
 */
function buildMessages(messages: readonly Message[]): WireMessage[] {
  const system = messages
    .filter(({ role }) => role === 'system')
    .map(({ parts }) => wordsOf(parts))
    .filter((text) => text !== '')
  const turns = joinTurns(messages.filter(({ role }) => role !== 'system')).flatMap(buildTurn)
  if (turns[0]?.Role === 'assistant') turns.unshift({ Role: 'user', Content: '...' })
  const instructions = system.length === 0 ? [] : [{ Role: 'system' as const, Content: system.join('\n\n') }]
  const newest = turns.slice(instructions.length - messagesMax)
  // The first turn must be the user's.
  const first = newest.findIndex(({ Role }) => Role === 'user')
  return [...instructions, ...newest.slice(Math.max(first, 0))]
}

function buildTurn({ role, parts }: Message): WireMessage[] {
  if (role === 'assistant') {
    const calls = parts.filter((part) => part.kind === 'tool_call')
    const Content = wordsOf(parts.filter((part) => part.kind !== 'tool_call'))
    const ToolCalls = calls.map(
      ({ id, name, arguments: given }): WireCall => ({
        Id: id,
        Type: 'function',
        Function: { Name: name, Arguments: given },
      }),
    )
    return [{ Role: role, Content, ...(calls.length > 0 && { ToolCalls }) }]
  }
  const found = parts.filter((part) => part.kind === 'tool_result')
  const results = found.map(
    (part): WireMessage => ({
      Role: 'tool',
      ToolCallId: part.callId,
      Content: resultWordsOf(part),
    }),
  )
  // A result is text: its images follow as the user's.
  const images = found.flatMap(({ content }) => content.filter(({ kind }) => kind === 'image'))
  const messageParts = [...images, ...parts.filter((part) => part.kind !== 'tool_result')]
  return messageParts.length === 0 && results.length > 0
    ? results
    : [...results, { Role: role, ...contentOf(messageParts) }]
}

function contentOf(parts: readonly Part[]): Pick<WireMessage, 'Content' | 'Contents'> {
  const images = parts.flatMap(imageOf)
  if (images.length === 0) return { Content: wordsOf(parts) }
  const text = wordsOf(parts)
  return { Contents: [...(text === '' ? [] : [{ Type: 'text', Text: text } as const]), ...images] }
}

function imageOf(part: Part): WireContent[] {
  if (part.kind !== 'image') return []
  const { source } = part
  if (source.kind === 'url') return [{ Type: 'image_url', ImageUrl: { Url: source.url } }]
  if (source.kind !== 'base64') return []
  return [{ Type: 'image_url', ImageUrl: { Url: `data:${source.mediaType};base64,${source.data}` } }]
}
