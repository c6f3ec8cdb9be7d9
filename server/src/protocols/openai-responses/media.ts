import type { MediaSource } from '../../core/chat/content.ts'

const pattern = /^data:([^;,]*)(?:;[^;,]*)*?;base64,/i

/** The source of a URL on the wire: bytes in a data URL, or an address. */
export function parseMediaUrl(url: string, defaultMediaType: string): MediaSource {
  const match = pattern.exec(url)
  if (!match) return { kind: 'url', url }
  return { kind: 'base64', mediaType: match[1] || defaultMediaType, data: url.slice(match[0].length) }
}

/** A URL for the bytes; null for media that only the upstream account can read. */
export function urlOfSource(source: MediaSource): string | null {
  if (source.kind === 'url') return source.url
  return source.kind === 'base64' ? `data:${source.mediaType};base64,${source.data}` : null
}
