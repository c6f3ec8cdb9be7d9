import type { ChatMessage } from './message.ts'
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

type Content = string | ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } })[]

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
export const isSent = ({ isSample, content, images = [], toolCalls = [] }: ChatMessage): boolean =>
  !isSample && (content !== '' || images.length > 0 || toolCalls.length > 0)

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

function contentOf({ content, images = [] }: ChatMessage): Content {
  if (images.length === 0) return content
  const text = content === '' ? [] : [{ type: 'text' as const, text: content }]
  return [...text, ...images.map((url) => ({ type: 'image_url' as const, image_url: { url } }))]
}
