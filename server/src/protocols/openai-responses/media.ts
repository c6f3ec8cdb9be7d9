import type { MediaSource } from '../../core/chat/content.ts'

const pattern = /^data:([^;,]*)(?:;[^;,]*)*?;base64,/i

/** Where the bytes behind a URL of the wire are: in it, or elsewhere. */
export function parseMediaUrl(url: string, defaultMediaType: string): MediaSource {
  const match = pattern.exec(url)
  if (!match) return { kind: 'url', url }
  return { kind: 'base64', mediaType: match[1] || defaultMediaType, data: url.slice(match[0].length) }
}

/** A URL for the bytes; null for what only its owner can read. */
export function urlOfSource(source: MediaSource): string | null {
  if (source.kind === 'url') return source.url
  return source.kind === 'base64' ? `data:${source.mediaType};base64,${source.data}` : null
}
