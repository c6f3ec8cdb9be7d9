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
 * The whole answer. Throws GatewayError: `upstream_response_too_large`, `upstream_stream_cut`, or `reasonOf()` if the
 * call was aborted meanwhile.
 */
export async function readAnswer(
  response: Response,
  bytesMax: number,
  reasonOf: () => GatewayError | null,
): Promise<Uint8Array> {
  const declared = Number(response.headers.get('content-length') ?? Number.NaN)
  if (declared > bytesMax) throw tooLarge(bytesMax)
  try {
    // If both lengths are present the chunks count, and their total has no limit.
    const isPlain = !response.headers.has('content-encoding') && !response.headers.has('transfer-encoding')
    if (isPlain && Number.isFinite(declared)) return await response.bytes()
    return await readBounded(answerStream(response), bytesMax)
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

const tooLarge = (bytesMax: number): GatewayError =>
  new GatewayError('upstream_response_too_large', {}, { detail: `more than ${bytesMax} bytes` })

async function readBounded(stream: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Uint8Array> {
  if (!stream) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts)
    length += value.length
    if (length > bytesMax) {
      await reader.cancel()
      throw tooLarge(bytesMax)
    }
    parts.push(value)
  }
}
