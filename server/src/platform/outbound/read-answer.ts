import { GatewayError } from '../../core/errors.ts'
import { inflateStream, parseCodings } from '../content-codings.ts'

/** The upstream's bytes, decompressed if it compressed them against the request. */
export function answerStream(response: Response): ReadableStream<Uint8Array> | null {
  const codings = parseCodings(response.headers.get('content-encoding'))
  if ('unknown' in codings)
    throw new GatewayError('upstream_invalid_response', {}, { detail: `content encoding ${codings.unknown}` })
  if (!response.body || codings.length === 0) return response.body
  return inflateStream(response.body, codings)
}

/**
 * The whole answer, or what `through` leaves of its bytes. Throws GatewayError: `upstream_response_too_large`,
 * `upstream_stream_cut`, or `reasonOf()` if the call was aborted meanwhile.
 */
export async function readAnswer(
  response: Response,
  bytesMax: number,
  reasonOf: () => GatewayError | null,
  through?: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const declared = Number(response.headers.get('content-length') ?? Number.NaN)
  if (declared > bytesMax && !through) throw tooLarge(bytesMax)
  try {
    // If both lengths are present the chunks count, and their total has no limit.
    const isPlain = !response.headers.has('content-encoding') && !response.headers.has('transfer-encoding')
    if (isPlain && Number.isFinite(declared) && !through) return await response.bytes()
    const stream = answerStream(response)
    return await readBounded(stream && through ? through(stream) : stream, bytesMax)
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    throw reasonOf() ?? new GatewayError('upstream_stream_cut', {}, { cause, detail: String(cause) })
  }
}

/** The first `bytesMax` bytes of an error body as text; missing bytes are ignored. */
export async function readErrorText(response: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    const reader = answerStream(response)?.getReader()
    while (reader && length < bytesMax) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      length += value.length
    }
    await reader?.cancel()
  } catch {
    // The status is enough.
  }
  return Buffer.concat(parts).subarray(0, bytesMax).toString('utf8')
}

/** The chunks of an answer that is not kept in memory. Throws GatewayError `upstream_response_too_large`. */
export async function* bounded(stream: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array, void> {
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > bytesMax) throw tooLarge(bytesMax)
    yield chunk
  }
}

const tooLarge = (bytesMax: number): GatewayError =>
  new GatewayError('upstream_response_too_large', {}, { detail: `more than ${bytesMax} bytes` })

async function readBounded(stream: AsyncIterable<Uint8Array> | null, bytesMax: number): Promise<Uint8Array> {
  if (!stream) return new Uint8Array()
  const parts: Uint8Array[] = []
  for await (const chunk of bounded(stream, bytesMax)) parts.push(chunk)
  return Buffer.concat(parts)
}
