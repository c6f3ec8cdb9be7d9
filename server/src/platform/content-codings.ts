import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
} from 'node:zlib'
import { tableOf } from '@sluice/contract/table-of'
import { isKeyOf, lookUp } from '@sluice/contract/typed-keys'
import { areWholeZstdFrames } from './zstd-frames.ts'

type Inflater = (bytes: Uint8Array, limits: { maxOutputLength: number }) => Promise<Uint8Array>

interface ContentCoding {
  inflate: Inflater
  createStream(): ReturnType<typeof createGunzip>
}

const inflateWrapped: Inflater = promisify(inflate)
const inflateBare: Inflater = promisify(inflateRaw)
const inflateZstd: Inflater = promisify(zstdDecompress)

const codings = {
  gzip: { inflate: promisify(gunzip), createStream: () => createGunzip() },
  // Named so, some programs send the bare format of RFC 1951 without the wrapper of RFC 1950.
  deflate: {
    inflate: (bytes, limits) => (isWrapped(bytes) ? inflateWrapped : inflateBare)(bytes, limits),
    createStream: () => createInflate(),
  },
  br: { inflate: promisify(brotliDecompress), createStream: () => createBrotliDecompress() },
  zstd: {
    inflate: (bytes, limits) =>
      // The runtime takes cut frames for empty ones, and ignores what follows the last.
      areWholeZstdFrames(bytes) ? inflateZstd(bytes, limits) : Promise.reject(new Error('the frames are not whole')),
    createStream: () => createZstdDecompress(),
  },
} as const satisfies Record<string, ContentCoding>

export type CodingName = keyof typeof codings

/** For messages. */
export const codingNames: string = Object.keys(codings).join(', ')

/** Each coding costs a pass over the content. */
const codingsMax = 3

const aliases = tableOf<CodingName>({ 'x-gzip': 'gzip' })

/** The codings of a `Content-Encoding` header in the order of their removal, or the name that is unknown. */
export function parseCodings(header: string | null): readonly CodingName[] | { unknown: string } {
  if (header === null || header === '') return []
  const names: CodingName[] = []
  for (const part of header.split(',')) {
    const given = part.trim().toLowerCase()
    if (given === '' || given === 'identity') continue
    const name = lookUp(aliases, given, given)
    if (name === undefined || !isKeyOf(codings, name)) return { unknown: given.slice(0, 32) }
    names.unshift(name)
  }
  return names.length > codingsMax ? { unknown: header.slice(0, 32) } : names
}

/**
 * The content without its codings, inflated outside the event loop. Rejects with a RangeError if a stage has more than
 * `bytesMax` bytes, and with any other error for bytes that are not of the coding.
 */
export async function inflateBytes(
  bytes: Uint8Array,
  names: readonly CodingName[],
  bytesMax: number,
): Promise<Uint8Array> {
  let content = bytes
  for (const name of names) {
    try {
      content = await codings[name].inflate(content, { maxOutputLength: bytesMax })
    } catch (cause) {
      const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
      throw isTooLarge ? new RangeError('the content is too large', { cause }) : cause
    }
  }
  return content
}

/** The stream without its codings. Cancelling it cancels the source. */
export function inflateStream(
  source: ReadableStream<Uint8Array>,
  names: readonly CodingName[],
): ReadableStream<Uint8Array> {
  // The streams of the web and of Node have the same interface under two declarations.
  let content: Readable = Readable.fromWeb(source as never)
  // The reader of the last stream gets the error; `pipeline` passes it on and destroys all others.
  for (const name of names) content = pipeline(content, codings[name].createStream(), () => {})
  return Readable.toWeb(content) as ReadableStream<Uint8Array>
}

/** Whether the bytes begin with the header of RFC 1950. */
function isWrapped(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes
  return (method & 15) === 8 && ((method << 8) | flags) % 31 === 0
}
