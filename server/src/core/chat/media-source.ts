import { tableOf } from '@sluice/contract/table-of'
import type { FilePart, ImagePart, MediaSource, Part } from './content.ts'
import { sniffMediaType } from './sniff-media-type.ts'

/**
 * Bytes in base64 as all upstreams accept them: standard letters, padded, without line breaks, with the type that the
 * bytes show. Upstreams refuse bytes under another type, and clients often declare one by habit.
 */
export function bytesSource(data: string, declared: string): Extract<MediaSource, { kind: 'base64' }> {
  const standard = standardBase64(data)
  const bytesOf = () => Buffer.from(standard.slice(0, Math.ceil(sniffedBytes / 3) * 4), 'base64')
  return { kind: 'base64', mediaType: typeOfStart(startOf(standard) ?? bytesOf(), bytesOf, declared), data: standard }
}

/** The source of a URL on the wire: bytes in a data URL, or an address. */
export function parseMediaUrl(url: string, defaultMediaType: string): MediaSource {
  const comma = /^data:/i.test(url) ? url.indexOf(',') : -1
  if (comma < 0 || comma > headMax) return { kind: 'url', url }
  const { mediaType, isBase64 } = headOf(url.slice(5, comma))
  const data = unescapePercent(url.slice(comma + 1))
  return bytesSource(isBase64 ? data : Buffer.from(data).toString('base64'), mediaType || defaultMediaType)
}

/** What a data URL says before its comma. */
interface DataHead {
  text: string
  mediaType: string
  isBase64: boolean
}

/** The pictures of a call nearly always have the same head. */
let lastHead: DataHead = { text: '', mediaType: '', isBase64: false }

function headOf(text: string): DataHead {
  if (text === lastHead.text) return lastHead
  const [mediaType = '', ...parameters] = text.split(';').map((part) => part.trim())
  lastHead = { text, mediaType, isBase64: parameters.some((parameter) => parameter.toLowerCase() === 'base64') }
  return lastHead
}

/** The longest head of a data URL. */
const headMax = 1_000

export const buildDataUrl = (mediaType: string, data: string): string => `data:${mediaType};base64,${data}`

/** A URL for the bytes; null for media that only the upstream account can read. */
export function urlOfSource(source: MediaSource): string | null {
  if (source.kind === 'url') return source.url
  return source.kind === 'base64' ? buildDataUrl(source.mediaType, source.data) : null
}

/** A picture or a document with its bytes as the part of their kind. */
export function withOwnKind<P extends ImagePart | FilePart>(part: P): P | ImagePart | FilePart {
  if (part.source.kind !== 'base64') return part
  const isPicture = part.source.mediaType.startsWith('image/')
  if (isPicture === (part.kind === 'image') || part.source.mediaType === 'application/octet-stream') return part
  const { source, cache } = part
  const shared = { source, ...(cache && { cache }) }
  return isPicture ? { kind: 'image', ...shared } : { kind: 'file', ...shared }
}

/** The part of content for bytes of any type. */
export function mediaPart(source: MediaSource): Extract<Part, { kind: 'image' | 'audio' | 'file' }> {
  const mediaType = 'mediaType' in source ? (source.mediaType ?? '') : ''
  if (mediaType.startsWith('image/')) return { kind: 'image', source }
  return { kind: mediaType.startsWith('audio/') ? 'audio' : 'file', source }
}

/** Native searches: the bytes may be megabytes, and nearly always need no change. */
function standardBase64(data: string): string {
  let text = data
  if (/\s/.test(text)) text = text.replaceAll(/\s+/g, '')
  if (text.includes('-') || text.includes('_')) text = text.replaceAll('-', '+').replaceAll('_', '/')
  const missing = -text.length & 3
  // One letter beyond a group of four is no base64: the upstream says so.
  return missing === 1 || missing === 2 ? text + '='.repeat(missing) : text
}

function unescapePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const sniffedBytes = 1_024

/** The first bytes, a character each, without a buffer: a call may have thousands of pictures. Null = no base64. */
function startOf(base64: string): string | null {
  try {
    return atob(base64.slice(0, 16))
  } catch {
    return null
  }
}

/** The type that the first bytes of a file show, under its declared name where that fits them. */
export const typeOfBytes = (bytes: Uint8Array, declared: string): string => typeOfStart(bytes, () => bytes, declared)

function typeOfStart(start: Uint8Array | string, bytesOf: () => Uint8Array, declared: string): string {
  const named = normalTypes[declared.toLowerCase()] ?? lowerType(declared)
  if (isSamples(named)) return declared
  const found = sniffMediaType(start)
  if (found !== null) return sameContainer[found]?.test(named) ? named : found
  return isDocumentName(named) && isText(bytesOf().subarray(0, sniffedBytes)) ? 'text/plain' : named
}

const normalTypes = tableOf<string>({ 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' })

/** Type names have no case; the values of their parameters may have one. */
function lowerType(declared: string): string {
  const end = declared.indexOf(';')
  return end < 0 ? declared.trim().toLowerCase() : declared.slice(0, end).trim().toLowerCase() + declared.slice(end)
}

/** Samples without a container may begin with any bytes. */
const isSamples = (type: string): boolean => /^audio\/(l\d+|pcm|x-pcm|raw|basic|mulaw|alaw|pcma|pcmu|g711)/.test(type)

/** Types that clients give to any document. */
const isDocumentName = (type: string): boolean =>
  type === '' || type === 'application/pdf' || type === 'application/octet-stream'

const isoMedia = /^(audio|video)\/(mp4|m4a|m4v|x-m4a|x-m4v|quicktime|3gpp2?)/
const heif = /^image\/hei[cf]/

/** Other names of a type, and other contents of its container. */
const sameContainer = tableOf<RegExp>({
  'audio/mp3': /^audio\/(x-)?(mp3|mpeg3?|mpga)/,
  'audio/wav': /^audio\/(wave?|x-wav|vnd\.wave)/,
  'audio/ogg': /^(audio|video|application)\/(x-)?(ogg|opus)/,
  'audio/flac': /^audio\/(x-)?flac/,
  'audio/aac': /^audio\/(x-)?(aac|aacp|hx-aac-adts)/,
  'video/webm': /^(audio|video)\/(webm|(x-)?matroska)/,
  'video/mp4': isoMedia,
  'audio/mp4': isoMedia,
  'video/quicktime': isoMedia,
  'image/heic': heif,
  'image/heif': heif,
})

/** Whether the bytes, which may end within a letter, are text. A PDF has its mark within the first kilobyte. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: texts do not contain them.
    return text !== '' && !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) && !text.includes('%PDF-')
  } catch {
    return false
  }
}
