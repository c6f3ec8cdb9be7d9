import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { MediaSource, Part, ToolCallPart } from '../../core/chat/content.ts'
import { parseExactJson } from '../../core/json/exact-json.ts'
import type { WirePart } from './wire.ts'

/** A part of a turn or an answer, [] if the API has no such part. Tool results are handled with the turns. */
export function buildGeminiPart(part: Part): WirePart[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ text: part.text }]
    case 'reasoning': {
      const state = part.signature ? { thoughtSignature: part.signature } : {}
      // State without a text is returned as it was sent: in an empty text that is not a thought.
      if (part.text === '') return part.signature ? [{ text: '', ...state }] : []
      return [{ text: part.text, thought: true, ...state }]
    }
    case 'image':
    case 'audio':
    case 'file':
      return [buildMedia(part.source)]
    case 'tool_call':
      return [buildCall(part)]
    case 'tool_result':
      return []
    default:
      return part satisfies never
  }
}

function buildCall({ id, name, arguments: text, signature }: ToolCallPart): WirePart {
  const functionCall = { id, name, args: parseArguments(text) }
  return signature ? { functionCall, thoughtSignature: signature } : { functionCall }
}

/** Arguments as an object: `''` and `null` become empty, other values are kept as text. */
function parseArguments(text: string): JsonRecord {
  if (text.trim() === '') return {}
  const value = parseExactJson(text)
  if (value === null) return {}
  return isRecord(value) ? value : { _raw: text }
}

/** Media as bytes or by address. A URL is sent unchanged; the API reads some URLs itself (see `isGeminiFileUri`). */
export function buildMedia(source: MediaSource): WirePart {
  switch (source.kind) {
    case 'base64':
      return { inlineData: { mimeType: source.mediaType, data: source.data } }
    case 'url': {
      const mimeType = source.mediaType ?? mediaTypeOfUrl(source.url)
      return { fileData: { ...(mimeType ? { mimeType } : {}), fileUri: source.url } }
    }
    case 'file_id':
      return { fileData: { fileUri: source.fileId } }
    case 'text':
      return { text: source.text }
    default:
      return source satisfies never
  }
}

/** Whether the API itself reads `url`: stored files, Cloud Storage, YouTube. Other URLs are best sent as bytes. */
export function isGeminiFileUri(url: string): boolean {
  return (
    url.startsWith('gs://') ||
    /^https:\/\/generativelanguage\.googleapis\.com\/(?:[^/]+\/)?files\//.test(url) ||
    /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?|shorts\/|live\/)|youtu\.be\/)/.test(url)
  )
}

const mediaTypes = tableOf<string>({
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  txt: 'text/plain',
  mp3: 'audio/mp3',
  wav: 'audio/wav',
  mp4: 'video/mp4',
})

function mediaTypeOfUrl(url: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(url.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? ''
  return mediaTypes[extension]
}
