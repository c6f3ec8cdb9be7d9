import { isRecord, parseRecord, recordOf } from '@sluice/contract/read-json'
import { inlinePicture } from './inline-picture.ts'
import type { AnswerEvent, ToolPiece } from './message.ts'

/** The content of one frame of an answer, without its time. */
export type FrameEvent =
  | { type: 'text' | 'reasoning'; text: string }
  | Omit<ToolPiece, 'at'>
  | Extract<AnswerEvent, { type: 'usage' | 'finish' | 'picture' | 'sound' }>
  | { type: 'error'; code: string | undefined; message: string }
  | { type: 'done' }
  | { type: 'unreadable' }

interface Chunk {
  choices?: {
    delta?: {
      content?: unknown
      reasoning_content?: unknown
      reasoning?: unknown
      tool_calls?: unknown
      images?: unknown
      audio?: unknown
    }
    finish_reason?: unknown
  }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
  error?: { message?: unknown; code?: unknown } | null
}

/** Splits text that arrives in arbitrary pieces into server-sent events. */
export function createFrameSplitter() {
  let rest = ''
  return {
    /** The data of each event that is complete now. */
    push(text: string): string[] {
      // A carriage return at the end may be half of a line break.
      rest = (rest + text).replace(/\r\n|\r(?!$)/g, '\n')
      const frames = rest.split('\n\n')
      rest = frames.pop() ?? ''
      return frames.flatMap(dataOf)
    },
    /** The rest without an end. */
    end: (): string[] => dataOf(rest),
  }
}

function dataOf(frame: string): string[] {
  const lines = frame.split('\n').filter((line) => line.startsWith('data:'))
  return lines.length === 0 ? [] : [lines.map((line) => line.slice(5).trimStart()).join('\n')]
}

/** The content of one event's data. */
export function parseFrame(data: string): FrameEvent[] {
  if (data.trim() === '[DONE]') return [{ type: 'done' }]
  const chunk = parseChunk(data)
  if (!chunk) return [{ type: 'unreadable' }]
  if (chunk.error) return [errorOf(chunk.error)]
  const events: FrameEvent[] = []
  const choice = chunk.choices?.[0]
  const delta = choice?.delta
  const reasoning = delta?.reasoning_content ?? delta?.reasoning
  if (typeof reasoning === 'string' && reasoning !== '') events.push({ type: 'reasoning', text: reasoning })
  if (typeof delta?.content === 'string' && delta.content !== '') events.push({ type: 'text', text: delta.content })
  if (Array.isArray(delta?.images)) events.push(...delta.images.flatMap(parsePicture))
  events.push(...parseSound(delta?.audio))
  if (Array.isArray(delta?.tool_calls)) events.push(...delta.tool_calls.flatMap(parseToolPiece))
  const reason = choice?.finish_reason
  if (typeof reason === 'string' && reason !== '') events.push({ type: 'finish', reason })
  const { prompt_tokens: prompt, completion_tokens: completion } = chunk.usage ?? {}
  if (typeof prompt === 'number' && typeof completion === 'number')
    events.push({ type: 'usage', promptTokens: prompt, completionTokens: completion })
  return events
}

/** Nothing of an answer is loaded from elsewhere: a picture at another address becomes a link. */
function parsePicture(part: unknown): FrameEvent[] {
  const { url } = recordOf(recordOf(part).image_url)
  if (typeof url !== 'string') return []
  if (inlinePicture.test(url)) return [{ type: 'picture', url }]
  return /^https?:\/\/[^\s()<>]+$/.test(url) ? [{ type: 'text', text: `\n\n![](${url})\n\n` }] : []
}

/** Sound in pieces, and its words. */
function parseSound(audio: unknown): FrameEvent[] {
  const { data, transcript } = recordOf(audio)
  return [
    ...(typeof data === 'string' && data !== '' ? [{ type: 'sound', data } as const] : []),
    ...(typeof transcript === 'string' && transcript !== '' ? [{ type: 'text', text: transcript } as const] : []),
  ]
}

function parseToolPiece(piece: unknown): FrameEvent[] {
  if (!isRecord(piece)) return []
  const { index = 0, id } = piece
  const { name, arguments: text } = recordOf(piece.function)
  if (typeof index !== 'number') return []
  return [
    {
      type: 'tool',
      index,
      text: typeof text === 'string' ? text : '',
      ...(typeof id === 'string' && id !== '' && { id }),
      ...(typeof name === 'string' && { name }),
    },
  ]
}

const parseChunk = (data: string): Chunk | null => parseRecord(data)

/** The error of a frame, or of a complete answer. */
export function errorOf(error: NonNullable<Chunk['error']>): Extract<FrameEvent, { type: 'error' }> {
  const { code, message } = error
  return {
    type: 'error',
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : JSON.stringify(error),
  }
}
