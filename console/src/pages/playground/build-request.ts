import type { Attachment, ChatMessage } from './message.ts'
import { buildParameters, type ModelParameters, type Parameter } from './model-parameters.ts'

/** The settings of the panel, for every call. */
export interface Settings extends ModelParameters {
  /** '' = the account's own. */
  group: string
  /** null = the model's default. */
  temperature: number | null
  /** 0 = the model's maximum. */
  maxTokens: number
  system: string
}

/** A model, and the parameters that it takes. */
export interface Target {
  model: string
  taken: ReadonlySet<Parameter>
}

/** The request for the next message of a conversation. */
export function buildRequest(settings: Settings, { model, taken }: Target, messages: readonly ChatMessage[]) {
  const { group, temperature, maxTokens, system } = settings
  return {
    model,
    group,
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens > 0 ? { max_tokens: maxTokens } : {}),
    ...buildParameters(settings, taken),
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.filter(isSent).flatMap(wireOf),
    ],
  }
}

/** Examples are not part of the conversation, and neither is an answer that failed before its first word. */
export const isSent = ({ role, isSample, content, images = [], files = [], toolCalls = [] }: ChatMessage): boolean =>
  !isSample && (content !== '' || toolCalls.length > 0 || (role === 'user' && images.length + files.length > 0))

/** A message; calls of tools are followed by their results, without which no model continues. */
function wireOf(message: ChatMessage): object[] {
  const { role, content, toolCalls = [] } = message
  if (toolCalls.length === 0) return [{ role, content: contentOf(message) }]
  const calls = toolCalls.map(({ id, name, arguments: written }) => ({
    id,
    type: 'function',
    function: { name, arguments: written },
  }))
  return [
    { role, content: content === '' ? null : content, tool_calls: calls },
    ...toolCalls.map(({ id, result = '' }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ]
}

/** Text alone as text, otherwise parts. Pictures and sound of answers are not sent back. */
function contentOf({ role, content, images = [], files = [] }: ChatMessage): string | object[] {
  if (role === 'assistant' || (images.length === 0 && files.length === 0)) return content
  return [
    ...(content === '' ? [] : [{ type: 'text', text: content }]),
    ...files.map(partOf),
    ...images.map((url) => ({ type: 'image_url', image_url: { url } })),
  ]
}

function partOf(file: Attachment): object {
  const { name, data } = file
  if (file.kind === 'sound') return { type: 'input_audio', input_audio: { data, format: file.format } }
  if (file.kind === 'text') return { type: 'text', text: `${name}:\n\n${data}` }
  return { type: 'file', file: { filename: name, file_data: `data:application/pdf;base64,${data}` } }
}
