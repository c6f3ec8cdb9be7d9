import { naturalEnd } from '../../core/chat/answer-fault.ts'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import type { Citation, MediaSource, Part } from '../../core/chat/content.ts'
import { buildInput } from './build-content.ts'
import { buildAnthropicUsage } from './build-usage.ts'
import { buildCallState } from './call-state.ts'
import { mapFinishReason } from './map-finish-reason.ts'
import type { AnswerBlock, AnswerCitation, AnswerMessage } from './wire.ts'

/** A whole answer for a client. The format has one choice: the first is sent, others are dropped. */
export function buildAnthropicResponse(response: ChatResponse): AnswerMessage {
  const choice = response.choices[0]
  const content = (choice?.parts ?? []).flatMap((part) => {
    const block = buildAnswerBlock(part)
    if (block === null) return []
    return part.kind === 'tool_call' && part.signature ? [buildCallState(part.signature), block] : [block]
  })
  const hasToolCalls = content.some((block) => block.type === 'tool_use')
  return {
    id: messageId(response.id),
    type: 'message',
    role: 'assistant',
    model: response.model,
    content,
    stop_reason: mapFinishReason(naturalEnd(choice?.finishReason ?? null), hasToolCalls),
    stop_sequence: choice?.stopSequence ?? null,
    usage: buildAnthropicUsage(response.usage),
  }
}

/** An id of any protocol in the form that clients expect. Deterministic: the same call has the same id. */
export const messageId = (id: string): string =>
  id.startsWith('msg_') ? id : `msg_${id.replace(/^(chatcmpl|resp)[-_]/, '')}`

function buildAnswerBlock(part: Part): AnswerBlock | null {
  switch (part.kind) {
    case 'text': {
      const citations = (part.citations ?? []).map(buildCitation).filter((citation) => citation !== null)
      if (part.text === '') return null
      return { type: 'text', text: part.text, ...(citations.length > 0 ? { citations } : {}) }
    }
    case 'reasoning':
      if (part.redacted) return { type: 'redacted_thinking', data: part.redacted }
      return { type: 'thinking', thinking: part.text, signature: part.signature ?? '' }
    case 'tool_call':
      return { type: 'tool_use', id: part.id, name: part.name, input: buildInput(part.arguments) }
    case 'refusal':
    case 'image':
    case 'audio': {
      const text = answerText(part)
      return text === '' ? null : { type: 'text', text }
    }
    case 'file':
    case 'tool_result':
      return null
  }
}

/** Parts without a block type in an answer, as text: an image as Markdown, sound as its transcript. */
export function answerText(part: Extract<Part, { kind: 'refusal' | 'image' | 'audio' }>): string {
  if (part.kind === 'refusal') return part.text
  if (part.kind === 'audio') return part.transcript ?? ''
  const url = imageUrl(part.source)
  return url === '' ? '' : `![image](${url})`
}

function imageUrl(source: MediaSource): string {
  if (source.kind === 'base64') return `data:${source.mediaType};base64,${source.data}`
  return source.kind === 'url' ? source.url : ''
}

/** A web citation; null without an address, as positions in documents are unknown. */
export function buildCitation({ url, title, citedText }: Citation): AnswerCitation | null {
  if (!url) return null
  return {
    type: 'web_search_result_location',
    url,
    title: title ?? null,
    encrypted_index: '',
    cited_text: citedText ?? '',
  }
}
