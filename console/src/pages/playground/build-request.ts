import type { ChatMessage } from './message.ts'

/** The settings of the panel, for every call. */
export interface Settings {
  /** '' = the account's own. */
  group: string
  /** null = the model's default. */
  temperature: number | null
  /** 0 = the model's maximum. */
  maxTokens: number
  system: string
}

type Content = string | ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } })[]

/** The request to `model` for the next message of a conversation. */
export function buildRequest(settings: Settings, model: string, messages: readonly ChatMessage[]) {
  const { group, temperature, maxTokens, system } = settings
  return {
    model,
    group,
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens > 0 ? { max_tokens: maxTokens } : {}),
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.filter(isSent).map((message) => ({ role: message.role, content: contentOf(message) })),
    ],
  }
}

/** Examples are not part of the conversation, and neither is an answer that failed before its first word. */
const isSent = ({ isSample, content, images = [] }: ChatMessage): boolean =>
  !isSample && (content !== '' || images.length > 0)

function contentOf({ content, images = [] }: ChatMessage): Content {
  if (images.length === 0) return content
  const text = content === '' ? [] : [{ type: 'text' as const, text: content }]
  return [...text, ...images.map((url) => ({ type: 'image_url' as const, image_url: { url } }))]
}
