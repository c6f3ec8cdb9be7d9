import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatChoice, ChatResponse } from '../../core/chat/chat-response.ts'
import type { AudioPart, Citation, Part } from '../../core/chat/content.ts'
import { parseMediaUrl } from '../../core/chat/media-source.ts'
import { createUnreadAnswerParts, type UnreadAnswerParts } from '../../core/chat/unread-fields.ts'
import { defined } from '../../core/json/defined.ts'
import { parseAnnotations, parseCitationList } from './citations.ts'
import { mapOpenaiFinishReason } from './map-finish-reason.ts'
import { parseOpenaiUsage } from './parse-usage.ts'
import { parseReasoning } from './reasoning.ts'
import { parseToolCalls } from './tool-calls.ts'

/** A whole Chat Completions answer in the neutral form. Never throws; unreadable fields are omitted. */
export function parseOpenaiChatResponse(body: JsonRecord, newId: () => string): ChatResponse {
  const citations = parseCitationList(body.citations)
  const unread = createUnreadAnswerParts()
  return {
    id: textOf(body.id) || newId(),
    model: textOf(body.model),
    createdAt: numberOf(body.created) ?? 0,
    choices: recordsOf(body.choices).map((choice, at) => parseChoice(choice, at, { citations, newId, unread })),
    usage: parseOpenaiUsage(body.usage),
    ...unread.field(),
  }
}

function parseChoice(
  wire: JsonRecord,
  at: number,
  { citations, newId, unread }: { citations: Citation[]; newId: () => string; unread: UnreadAnswerParts },
): ChatChoice {
  const message = recordOf(wire.message)
  const messageParts = parseAnswerContent(message.content, unread)
  const annotated = parseAnnotations(message.annotations)
  addCitations(messageParts, annotated.length > 0 ? annotated : citations)
  const calls = parseToolCalls(message, newId)
  const refusal = textOf(message.refusal)
  const parts: Part[] = [
    ...parseReasoning(message),
    ...messageParts,
    ...(refusal === '' ? [] : [{ kind: 'refusal' as const, text: refusal }]),
    ...parseImages(message.images),
    ...parseAudio(message.audio),
    ...calls,
  ]
  const context = { hasToolCalls: calls.length > 0, hasRefusal: refusal !== '' }
  return {
    index: numberOf(wire.index) ?? at,
    parts,
    finishReason: mapOpenaiFinishReason(wire.finish_reason, context),
  }
}

function addCitations(parts: Part[], citations: Citation[]): void {
  const text = parts.findLast((part) => part.kind === 'text')
  if (text && citations.length > 0) text.citations = citations
}

/** Text, or a list of parts that may hold reasoning (Mistral). */
export function parseAnswerContent(content: unknown, unread?: UnreadAnswerParts): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return recordsOf(content).flatMap((piece): Part[] => {
    if (piece.type === 'thinking') {
      const text = recordsOf(piece.thinking)
        .map((thought) => textOf(thought.text))
        .join('')
      return text === '' ? [] : [{ kind: 'reasoning', text }]
    }
    if (piece.type === 'image_url') return parseImages([piece])
    const text = textOf(piece.text)
    if (text === '' && piece.type !== 'text') unread?.note(piece.type)
    return text === '' ? [] : [{ kind: 'text', text }]
  })
}

/** `images` of a message or a delta. https://openrouter.ai/docs/features/multimodal/image-generation */
export function parseImages(wire: unknown): Extract<Part, { kind: 'image' }>[] {
  return recordsOf(wire).flatMap((image) => {
    const url = isRecord(image.image_url) ? textOf(image.image_url.url) : textOf(image.image_url)
    return url === '' ? [] : [{ kind: 'image' as const, source: parseMediaUrl(url, 'image/png') }]
  })
}

/** `audio` of a message or a delta. The client chose the format; the answer does not repeat it. */
export function parseAudio(wire: unknown): AudioPart[] {
  const audio = recordOf(wire)
  const data = textOf(audio.data)
  const transcript = textOf(audio.transcript)
  if (data === '' && transcript === '') return []
  return [
    defined<AudioPart>({
      kind: 'audio',
      source: { kind: 'base64', mediaType: 'audio/wav', data },
      transcript: transcript || undefined,
    }),
  ]
}
