import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { MediaSource, Message, Part } from '../../core/chat/content.ts'
import { sniffMediaType } from '../../core/chat/sniff-media-type.ts'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import type { Fetched } from '../../platform/outbound/guarded-fetch.ts'
import type { UpstreamFormat } from '../../protocols/wire-format.ts'

/** Throws GatewayError, or the reason of `signal`. */
export type FetchMedia = (url: string, signal: AbortSignal) => Promise<Fetched>

/** Media that a request names by address and that its upstream needs as bytes. */
export interface RemoteMedia {
  /** One for each occurrence. */
  readonly urls: readonly string[]
  /** Fetches them for the call. Throws GatewayError of the caller; the first failure stops all. */
  take(fetchMedia: FetchMedia): Promise<void>
}

const mediaMax = 16
const atOnceMax = 4

/** The addresses in `request` that an upstream of this format cannot read itself, one for each occurrence. */
export function remoteMediaOf(
  request: ChatRequest,
  { readsAddress }: Pick<UpstreamFormat, 'readsAddress'>,
  takesBytesOnly = false,
): string[] {
  const readsItself = readsAddress ?? (takesBytesOnly ? readsNone : undefined)
  if (!readsItself) return []
  return request.messages
    .flatMap(({ parts }) => parts.flatMap(sourcesOf))
    .flatMap((source) => (source.kind === 'url' ? [source.url] : []))
    .filter((url) => /^https?:/i.test(url) && !readsItself(url))
}

const readsNone = () => false

function sourcesOf(part: Part | { kind: 'text' }): MediaSource[] {
  if (part.kind === 'tool_result') return part.content.flatMap(sourcesOf)
  return part.kind === 'image' || part.kind === 'audio' || part.kind === 'file' ? [part.source] : []
}

/** `request` with the media at `urls` as bytes. Throws GatewayError of the caller; the first failure stops all. */
export async function inlineRemoteMedia(
  request: ChatRequest,
  urls: readonly string[],
  fetchMedia: FetchMedia,
): Promise<ChatRequest> {
  const sources = await fetchAll(urls, fetchMedia)
  return { ...request, messages: request.messages.map((message) => withSources(message, sources)) }
}

/** The pictures at `urls` as data URLs. Throws GatewayError of the caller; the first failure stops all. */
export async function fetchAsDataUrls(urls: readonly string[], fetchMedia: FetchMedia): Promise<Map<string, string>> {
  const dataUrls = new Map<string, string>()
  for (const [url, source] of await fetchAll(urls, fetchMedia))
    if (source.kind === 'base64') dataUrls.set(url, `data:${source.mediaType};base64,${source.data}`)
  return dataUrls
}

async function fetchAll(given: readonly string[], fetchMedia: FetchMedia): Promise<Map<string, MediaSource>> {
  if (given.length > mediaMax) {
    throw invalidRequest('tooManyAddresses', { max: mediaMax })
  }
  const urls = [...new Set(given)]
  const sources = new Map<string, MediaSource>()
  const stop = new AbortController()
  const queue = urls.values()
  const work = async () => {
    // All workers share one iterator, so each address is fetched once.
    for (const url of queue) {
      stop.signal.throwIfAborted()
      sources.set(url, buildSource(await fetchMedia(url, stop.signal)))
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(atOnceMax, urls.length) }, work))
  } catch (cause) {
    stop.abort(cause)
    throw cause
  }
  return sources
}

function buildSource({ bytes, contentType }: Fetched): MediaSource {
  const mediaType = sniffMediaType(bytes) ?? (isText(bytes, contentType) ? contentType : null)
  if (mediaType === null) throw new GatewayError('remote_media_failed', {}, { detail: 'unknown media type' })
  return {
    kind: 'base64',
    mediaType,
    data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
  }
}

function isText(bytes: Uint8Array, contentType: string): boolean {
  if (!contentType.startsWith('text/') || bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

type Sources = ReadonlyMap<string, MediaSource>

const withSources = (message: Message, sources: Sources): Message => ({
  ...message,
  parts: message.parts.map((part) => withSource(part, sources)),
})

function withSource<T extends Part>(part: T, sources: Sources): T {
  if (part.kind === 'tool_result') return { ...part, content: part.content.map((inner) => withSource(inner, sources)) }
  if (part.kind !== 'image' && part.kind !== 'audio' && part.kind !== 'file') return part
  const fetched = part.source.kind === 'url' ? sources.get(part.source.url) : undefined
  return fetched ? { ...part, source: fetched } : part
}
