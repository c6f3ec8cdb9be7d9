import type { Message, Part, ReasoningPart, ToolCallPart, ToolResultPart } from '../../core/chat/content.ts'
import { urlOfSource } from '../../core/chat/media-source.ts'
import { defined } from '../../core/json/defined.ts'
import { buildEncryptedContent } from './encrypted-content.ts'
import type { AnswerContentPart, InputItem, InputPart, Thought } from './wire.ts'

/** Items of the wire. Tool results come before the user's text of the same turn. */
export const buildInput = (messages: Message[], systemRole: 'system' | 'developer'): InputItem[] =>
  messages.flatMap(({ role, parts }) => {
    if (role === 'assistant') return buildMessageItems(parts)
    if (role === 'user') return buildUser(parts)
    return [messageItem(systemRole, parts, buildPart)]
  })

const messageItem = (
  role: 'assistant' | 'user' | 'system' | 'developer',
  parts: Part[],
  build: (part: Part) => (InputPart | AnswerContentPart)[],
): InputItem => ({
  type: 'message',
  role,
  content: parts.flatMap(build),
})

function buildUser(parts: Part[]): InputItem[] {
  const results = parts.filter((part) => part.kind === 'tool_result')
  const messageParts = parts.filter((part) => part.kind !== 'tool_result')
  const outputs = results.map(buildResult)
  return messageParts.length === 0 && outputs.length > 0
    ? outputs
    : [...outputs, messageItem('user', messageParts, buildPart)]
}

function buildResult({ callId, content, isError }: ToolResultPart): InputItem {
  // The wire has no flag for a failed call; the model sees it in the text.
  const parts: Part[] = isError ? [{ kind: 'text', text: 'Error:' }, ...content] : content
  const only = parts.length === 1 ? parts[0] : undefined
  const output = only?.kind === 'text' ? only.text : parts.flatMap(buildPart)
  return { type: 'function_call_output', call_id: callId, output }
}

/** The model's output: a message for consecutive texts, an item for everything else. */
function buildMessageItems(parts: Part[]): InputItem[] {
  const items: InputItem[] = []
  let texts: Part[] = []
  const flush = () => {
    if (texts.length > 0) items.push(messageItem('assistant', texts, buildAnswerContentPart))
    texts = []
  }
  for (const part of parts) {
    if (part.kind === 'text' || part.kind === 'refusal') {
      texts.push(part)
      continue
    }
    flush()
    if (part.kind === 'reasoning') items.push(...buildReasoningInput(part))
    if (part.kind === 'tool_call') items.push(...buildCall(part))
  }
  flush()
  return items
}

const buildAnswerContentPart = (part: Part): AnswerContentPart[] => {
  if (part.kind === 'refusal') return [{ type: 'refusal', refusal: part.text }]
  return part.kind === 'text' ? [{ type: 'output_text', text: part.text, annotations: [] }] : []
}

/** The API ignores thoughts without state. */
const buildReasoningInput = (part: ReasoningPart): InputItem[] =>
  part.signature === undefined && part.redacted === undefined ? [] : [{ type: 'reasoning', ...buildThought(part) }]

/** Summary and state of a reasoning item. */
export function buildThought({ text, signature, redacted }: ReasoningPart): Thought {
  const summary: Thought['summary'] = text === '' ? [] : [{ type: 'summary_text', text }]
  if (redacted !== undefined)
    return { summary, encrypted_content: buildEncryptedContent({ kind: 'redacted', state: redacted }) }
  return signature === undefined ? { summary } : { summary, encrypted_content: signature }
}

function buildCall({ id, name, arguments: args, signature }: ToolCallPart): InputItem[] {
  const call: InputItem = { type: 'function_call', call_id: id, name, arguments: args }
  return signature === undefined ? [call] : [{ type: 'reasoning', ...callState(signature) }, call]
}

/** The reasoning item that holds the state of the following call. */
export const callState = (signature: string): Thought => ({
  summary: [],
  encrypted_content: buildEncryptedContent({ kind: 'call', state: signature }),
})

/** One part of a user's or system message, or of a result; none if the wire has no such part. */
function buildPart(part: Part): InputPart[] {
  switch (part.kind) {
    case 'text':
      return [{ type: 'input_text', text: part.text }]
    case 'image': {
      const { source, detail } = part
      if (source.kind === 'file_id')
        return [defined<InputPart>({ type: 'input_image', file_id: source.fileId, detail })]
      const url = urlOfSource(source)
      return url === null ? [] : [defined<InputPart>({ type: 'input_image', image_url: url, detail })]
    }
    case 'file': {
      const { source, name } = part
      if (source.kind === 'text') return [{ type: 'input_text', text: source.text }]
      if (source.kind === 'file_id') return [{ type: 'input_file', file_id: source.fileId }]
      if (source.kind === 'url')
        return [defined<InputPart>({ type: 'input_file', file_url: source.url, filename: name })]
      return [
        defined<InputPart>({
          type: 'input_file',
          file_data: urlOfSource(source) ?? undefined,
          filename: name ?? 'document',
        }),
      ]
    }
    case 'audio': {
      if (part.source.kind !== 'base64') return []
      const { mediaType, data } = part.source
      return [{ type: 'input_audio', input_audio: { data, format: mediaType.replace(/^audio\//, '') } }]
    }
    case 'refusal':
      return [{ type: 'input_text', text: part.text }]
    case 'tool_call':
    case 'tool_result':
    case 'reasoning':
      return []
    default:
      return part satisfies never
  }
}
