import type { MediaSource } from '../../core/chat/content.ts'

const pattern = /^data:([^;,]*)(?:;[^;,]*)*?;base64,/i

/** The source of a URL on the wire: bytes in a data URL, or an address. */
export function parseMediaUrl(url: string, defaultMediaType: string): MediaSource {
  const match = pattern.exec(url)
  if (!match) return { kind: 'url', url }
  return { kind: 'base64', mediaType: match[1] || defaultMediaType, data: url.slice(match[0].length) }
}

export const buildDataUrl = (mediaType: string, data: string): string => `data:${mediaType};base64,${data}`
