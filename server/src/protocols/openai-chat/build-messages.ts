import type { Message, Part, ToolResultPart } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import { buildContent } from './build-content.ts'
import type { OpenaiChatRules } from './chat-rules.ts'
import { buildReasoning } from './reasoning.ts'
import { buildToolCall } from './tool-calls.ts'
import type { ReasoningFields, WireMessage } from './wire.ts'

/** Messages of the wire. Tool results come before the user's text of the same turn. */
export function buildMessages(messages: Message[], rules: OpenaiChatRules): WireMessage[] {
  return messages.flatMap((message) => {
    if (message.role === 'assistant') return [buildAssistant(message, rules)]
    if (message.role === 'user') return buildUser(message, rules)
    const role = rules.systemRole ?? 'system'
    return [named({ role, content: contentOf(message.parts, rules) }, message.name)]
  })
}

const named = (wire: WireMessage, name: string | undefined): WireMessage =>
  name === undefined ? wire : { ...wire, name }

const contentOf = (parts: Part[], rules: OpenaiChatRules, between = '\n\n') =>
  buildContent(parts, between, rules.keepsCacheMarks === true)

function buildUser(message: Message, rules: OpenaiChatRules): WireMessage[] {
  const results = message.parts.filter((part) => part.kind === 'tool_result')
  // A tool message holds only text: images in a tool result move to the user's message.
  const shown = results.flatMap((result) => result.content.filter((part) => !isText(part)))
  const messageParts = [...shown, ...message.parts.filter((part) => part.kind !== 'tool_result')]
  const tools = results.map((result) => buildResult(result, rules))
  if (messageParts.length === 0 && tools.length > 0) return tools
  return [...tools, named({ role: 'user', content: contentOf(messageParts, rules) }, message.name)]
}

const isText = (part: Part): boolean => part.kind === 'text' || (part.kind === 'file' && part.source.kind === 'text')

function buildResult(result: ToolResultPart, rules: OpenaiChatRules): WireMessage {
  const parts: Part[] = result.content.filter(isText)
  // The wire has no flag for a failed call; the model sees it in the text.
  if (result.isError) parts.unshift({ kind: 'text', text: 'Error:' })
  const last = parts.at(-1)
  if (result.cache && last?.kind === 'text') parts.splice(-1, 1, { ...last, cache: result.cache })
  return { role: 'tool', tool_call_id: result.callId, content: contentOf(parts, rules) }
}

function buildAssistant({ parts, name }: Message, rules: OpenaiChatRules): WireMessage {
  const messageParts = parts.filter((part) => part.kind === 'text' || part.kind === 'file')
  const calls = parts.filter((part) => part.kind === 'tool_call')
  const refusal = parts.filter((part) => part.kind === 'refusal').map((part) => part.text)
  const audio = parts.find((part) => part.kind === 'audio' && part.source.kind === 'file_id')
  const audioId = audio?.kind === 'audio' && audio.source.kind === 'file_id' ? audio.source.fileId : undefined
  const isSilent = messageParts.length === 0 && calls.length + refusal.length > 0
  const message = defined<WireMessage>({
    role: 'assistant',
    content: isSilent ? null : contentOf(messageParts, rules, ''),
    ...reasoningOf(parts, rules),
    refusal: refusal.length > 0 ? refusal.join('') : undefined,
    audio: audioId === undefined ? undefined : { id: audioId },
    tool_calls:
      calls.length > 0 ? calls.map((call) => buildToolCall(call, rules.keepsThoughtSignatures === true)) : undefined,
  })
  return named(message, name)
}

/** Reasoning is sent back only to upstreams that accept it: others refuse the field. */
function reasoningOf(parts: Part[], rules: OpenaiChatRules): ReasoningFields {
  const reasoning = parts.filter((part) => part.kind === 'reasoning')
  if (rules.reasoning === 'details') return buildReasoning(reasoning, rules.reasoningFormat)
  if (rules.reasoning !== 'text') return {}
  const text = reasoning.map((part) => part.text).join('')
  const isMissing = rules.needsReasoning === true && parts.some(({ kind }) => kind === 'tool_call')
  const sent = text === '' && isMissing ? ' ' : text
  return sent === '' ? {} : { [rules.reasoningField ?? 'reasoning_content']: sent }
}
