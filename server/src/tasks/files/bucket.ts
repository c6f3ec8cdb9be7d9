import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '../../platform/clock.ts'
import type { SendGuarded } from '../../platform/outbound/guarded-stream.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { FilePlace } from './file-place.ts'

/** At least 5 MiB but for the last one. A file has at most 10 000 parts, of which one at a time is in memory. */
const partBytes = 8_388_608
const answerBytesMax = 65_536

export type BucketSettings = Pick<
  OptionValues,
  'MediaBucketEndpoint' | 'MediaBucketName' | 'MediaBucketRegion' | 'MediaBucketKeyId' | 'MediaBucketSecret'
>

export const isBucketComplete = (settings: BucketSettings): boolean =>
  [
    settings.MediaBucketEndpoint,
    settings.MediaBucketName,
    settings.MediaBucketRegion,
    settings.MediaBucketKeyId,
    settings.MediaBucketSecret,
  ].every((value) => value !== '')

interface BucketRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array
}

/**
 * Copies in a bucket of the S3 API, which is named in the path. Signature version 4.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/mpuoverview.html, as known on 2026-11-30
 */
export function createBucket(
  deps: { send: SendGuarded; clock: Pick<Clock, 'now'> },
  settings: BucketSettings,
): FilePlace {
  async function ask(request: BucketRequest, signal: AbortSignal): Promise<Response> {
    const { method, key, query = {}, headers = {}, body } = request
    const path = [settings.MediaBucketName, ...key.split('/')].map(encodeURIComponent).join('/')
    const search = new URLSearchParams(query).toString()
    const url = `${settings.MediaBucketEndpoint}/${path}${search === '' ? '' : `?${search}`}`
    const signed = await new AwsV4Signer({
      method,
      url,
      service: 's3',
      region: settings.MediaBucketRegion,
      accessKeyId: settings.MediaBucketKeyId,
      secretAccessKey: settings.MediaBucketSecret,
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
      datetime: new Date(deps.clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign()
    const { host: _, ...sent } = Object.fromEntries(signed.headers)
    return await deps.send(url, { method, headers: sent, ...(body && { body }) }, signal)
  }

  /** The text of an answer that must be successful. */
  async function read(request: BucketRequest, signal: AbortSignal): Promise<{ text: string; headers: Headers }> {
    const response = await ask(request, signal)
    const text = await readText(response)
    if (!response.ok) throw new Error(`the bucket answered with status ${response.status}: ${codeIn(text)}`)
    // A failure after the first byte of the answer has status 200.
    if (request.query?.uploadId !== undefined && text.includes('<Error>'))
      throw new Error(`the bucket answered with an error: ${codeIn(text)}`)
    return { text, headers: response.headers }
  }

  async function saveParts(key: string, mediaType: string, parts: AsyncIterator<Uint8Array>, signal: AbortSignal) {
    const headers = { 'content-type': mediaType }
    const { text } = await read({ method: 'POST', key, query: { uploads: '' }, headers }, signal)
    const uploadId = tagIn(text, 'UploadId')
    if (uploadId === '') throw new Error('the bucket gave no id of the upload')
    try {
      const tags: string[] = []
      for (let next = await parts.next(); !next.done; next = await parts.next()) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const sent = await read({ method: 'PUT', key, query, body: next.value }, signal)
        tags.push(sent.headers.get('etag') ?? '')
      }
      await read({ method: 'POST', key, query: { uploadId }, body: Buffer.from(buildPartList(tags)) }, signal)
    } catch (cause) {
      // The signal of the upload may be what has ended it.
      const late = AbortSignal.timeout(abortTimeoutMs)
      await read({ method: 'DELETE', key, query: { uploadId } }, late).catch(() => undefined)
      throw cause
    }
  }

  return {
    async save(key, chunks, mediaType, signal) {
      const parts = inParts(chunks)
      const first = await parts.next()
      const whole = first.done ? new Uint8Array() : first.value
      if (whole.length < partBytes) {
        await read({ method: 'PUT', key, headers: { 'content-type': mediaType }, body: whole }, signal)
        return
      }
      await saveParts(key, mediaType, startingWith(whole, parts), signal)
    },
    async open(key, { from, to }, signal) {
      const response = await ask({ method: 'GET', key, headers: { range: `bytes=${from}-${to}` } }, signal)
      if (response.status === 206 && response.body) return response.body
      await response.body?.cancel()
      throw new Error(`the bucket answered with status ${response.status}`)
    },
    async remove(key, signal) {
      const response = await ask({ method: 'DELETE', key }, signal)
      await response.body?.cancel()
      if (!response.ok && response.status !== 404) throw new Error(`the bucket answered with status ${response.status}`)
    },
  }
}

const abortTimeoutMs = 15_000

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Parts of `partBytes`; the last one may be shorter. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let part = Buffer.allocUnsafe(partBytes)
  let filled = 0
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + partBytes - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < partBytes) continue
      yield part
      part = Buffer.allocUnsafe(partBytes)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}

async function* startingWith<T>(first: T, others: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  yield first
  yield* others
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > answerBytesMax) throw new Error('the answer of the bucket is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tagIn = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]{1,1024})</${name}>`).exec(xml)?.[1] ?? ''
/** The message may contain addresses and keys. */
const codeIn = (xml: string): string => tagIn(xml, 'Code') || 'no code'

const buildPartList = (tags: readonly string[]): string =>
  `<CompleteMultipartUpload>${tags
    .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`)
    .join('')}</CompleteMultipartUpload>`

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
