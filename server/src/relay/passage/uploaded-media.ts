import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { MediaSource, Part } from '../../core/chat/content.ts'

/** Media sent as bytes in the request, each content once. */
export function bytesIn({ messages }: ChatRequest): UploadableMedia[] {
  const found = new Map<string, UploadableMedia>()
  const note = (part: Part): void => {
    if (part.kind === 'tool_result') for (const inner of part.content) note(inner)
    if (part.kind !== 'image' && part.kind !== 'audio' && part.kind !== 'file') return
    const name = part.kind === 'file' ? part.name : undefined
    if (part.source.kind === 'base64') found.set(part.source.data, { ...part.source, ...(name && { name }) })
  }
  for (const { parts } of messages) for (const part of parts) note(part)
  return [...found.values()]
}

export interface UploadableMedia {
  mediaType: string
  /** In base64. */
  data: string
  name?: string
}

/** The request with ids of uploaded files in place of their bytes. */
export const withUploads = (request: ChatRequest, ids: ReadonlyMap<string, string>): ChatRequest => ({
  ...request,
  messages: request.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => withId(part, ids)),
  })),
})

function withId<P extends Part>(part: P, ids: ReadonlyMap<string, string>): P {
  if (part.kind === 'tool_result') return { ...part, content: part.content.map((inner) => withId(inner, ids)) }
  if (part.kind !== 'image' && part.kind !== 'audio' && part.kind !== 'file') return part
  const fileId = part.source.kind === 'base64' ? ids.get(part.source.data) : undefined
  const source: MediaSource | null = fileId === undefined ? null : { kind: 'file_id', fileId }
  return source ? { ...part, source } : part
}
