import { tableOf } from '@sluice/contract/table-of'
import type { MediaSource, Part } from '../../core/chat/content.ts'
import { buildDataUrl, urlOfSource } from '../../core/chat/media-source.ts'
import { buildCacheMark } from './cache-mark.ts'
import type { WirePart } from './wire.ts'

/**
 * Parts as `content`: plain text if they are only text, as many upstreams accept no lists. `between` separates joined
 * texts. With `keepsCacheMarks`, marks are sent, and marked texts stay separate.
 */
export function buildContent(parts: Part[], between: string, keepsCacheMarks: boolean): string | WirePart[] {
  const isPlain = parts.every((part) => textOfPart(part) !== null && !(keepsCacheMarks && markOf(part)))
  if (isPlain) return parts.map(textOfPart).join(between)
  return parts.flatMap((part) => {
    const wire = buildPart(part)
    const mark = keepsCacheMarks ? markOf(part) : undefined
    if (!wire) return []
    return [mark ? { ...wire, cache_control: buildCacheMark(mark) } : wire]
  })
}

const markOf = (part: Part) => ('cache' in part ? part.cache : undefined)

/** Text of a part of only text; null for others. */
function textOfPart(part: Part): string | null {
  if (part.kind === 'text') return part.text
  return part.kind === 'file' && part.source.kind === 'text' ? part.source.text : null
}

/** One part of a list; null if the protocol has no such part. */
function buildPart(part: Part): WirePart | null {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'refusal':
      return { type: 'refusal', refusal: part.text }
    case 'image': {
      const url = urlOfSource(part.source)
      const detail = part.detail === undefined ? {} : { detail: part.detail }
      return url === null ? null : { type: 'image_url', image_url: { url, ...detail } }
    }
    case 'audio':
      if (part.source.kind !== 'base64') return null
      return {
        type: 'input_audio',
        input_audio: { data: part.source.data, format: audioFormatOf(part.source.mediaType) },
      }
    case 'file':
      return buildFile(part.source, part.name)
    case 'tool_call':
    case 'tool_result':
    case 'reasoning':
      return null
    default:
      return part satisfies never
  }
}

function buildFile(source: MediaSource, name: string | undefined): WirePart | null {
  if (source.kind === 'text') return { type: 'text', text: source.text }
  if (source.kind === 'file_id') return { type: 'file', file: { file_id: source.fileId } }
  if (source.kind === 'base64' && source.mediaType.startsWith('video/'))
    return { type: 'video_url', video_url: { url: buildDataUrl(source.mediaType, source.data) } }
  // OpenAI accepts only bytes here and refuses an address; other hosts fetch it.
  const data = source.kind === 'url' ? source.url : buildDataUrl(source.mediaType, source.data)
  return { type: 'file', file: { filename: name ?? 'document', file_data: data } }
}

const formats = tableOf<string>({ mpeg: 'mp3', 'x-wav': 'wav', wave: 'wav', 'x-flac': 'flac' })

/** `audio/mpeg` → `mp3`: the wire has format names, not media types. */
function audioFormatOf(mediaType: string): string {
  const name = mediaType.replace(/^audio\//, '').replace(/;.*$/, '')
  return formats[name] ?? name
}
