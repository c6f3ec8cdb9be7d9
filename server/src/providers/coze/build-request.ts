import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Message, Part } from '../../core/chat/content.ts'
import type { WireChannel } from '../own-wire.ts'
import { wordsOf } from '../plain-text.ts'
import type { ChatBody, WireItem, WireMedia, WireMessage } from './wire.ts'

/** The API accepts at most this many messages: only the newest are sent. */
const messagesMax = 100

/** Whether a model name is the number of a bot. */
export const isBot = (name: string): boolean => /^\d{6,}$/.test(name)

/** The bot of the channel, unless the model name is the number of another bot. */
export const selectBotId = ({ other }: WireChannel, model: string): string => (isBot(model) ? model : other.trim())

/**
 * Body of `POST /v3/chat`, always streamed: the result of a call without a stream has to be polled. A bot has its own
 * instructions, so those of the caller go before the first message.
 */
export function buildCozeRequest(request: ChatRequest, channel: WireChannel): ChatBody {
  const instructions = request.messages.filter(({ role }) => role === 'system').flatMap(({ parts }) => parts)
  const [first, ...rest] = request.messages.filter(({ role }) => role !== 'system')
  const conversation: Message[] =
    instructions.length === 0
      ? [...(first ? [first] : []), ...rest]
      : first?.role === 'user'
        ? [{ role: 'user', parts: [...instructions, ...first.parts] }, ...rest]
        : [{ role: 'user', parts: instructions }, ...(first ? [first] : []), ...rest]
  return {
    bot_id: selectBotId(channel, request.model),
    user_id: request.userId ?? 'sluice',
    stream: true,
    auto_save_history: false,
    additional_messages: conversation.map(buildMessage).slice(-messagesMax),
  }
}

function buildMessage({ role, parts }: Message): WireMessage {
  const named: Pick<WireMessage, 'role' | 'type'> =
    role === 'assistant' ? { role, type: 'answer' } : { role: 'user', type: 'question' }
  const media = parts.flatMap(mediaIn)
  const text = wordsOf(parts)
  if (media.length === 0) return { ...named, content: text, content_type: 'text' }
  const items: WireItem[] = [...(text === '' ? [] : [{ type: 'text', text } as const]), ...media]
  return { ...named, content: JSON.stringify(items), content_type: 'object_string' }
}

function mediaIn(part: Part): WireMedia[] {
  if (part.kind === 'tool_result') return part.content.flatMap(mediaIn)
  if (part.kind !== 'image' && part.kind !== 'audio' && part.kind !== 'file') return []
  const { kind, source } = part
  if (source.kind === 'url') return [{ type: kind, file_url: source.url }]
  return source.kind === 'file_id' ? [{ type: kind, file_id: source.fileId }] : []
}
