import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'
import { type CodingName, codingNames, inflateBytes, parseCodings } from './content-codings.ts'
import { nextTurn } from './in-turns.ts'

export interface BodyLimits {
  bytesMax: number
  /** Time limit of an empty body; a larger one gets its size divided by `bytesPerSecond` more. */
  timeoutMs: number
  /** Called before memory for this total of bytes is allocated. An exception ends the reading. */
  onGrow?: (bytes: number) => void
}

const bytesPerSecond = 65_536
/** Bodies up to this size need no reservation: even the maximum number of them uses little memory. */
const smallBytesMax = 65_536

/**
 * The whole body, decompressed. Throws GatewayError: `request_too_large` (sent or decompressed size),
 * `request_timeout`, `unsupported_encoding`, `client_closed_request`.
 */
export function readBody(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const codings = parseCodings(request.headers.get('content-encoding'))
  if ('unknown' in codings)
    return Promise.reject(
      new GatewayError('unsupported_encoding', { encoding: codings.unknown, supported: codingNames }),
    )
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > limits.bytesMax) return Promise.reject(tooLarge(limits.bytesMax))
  const allowance = Number.isFinite(declared) ? declared : limits.bytesMax
  const deadlineMs = limits.timeoutMs + (allowance / bytesPerSecond) * 1_000
  const raw =
    declared <= smallBytesMax
      ? readWhole(request, deadlineMs)
      : readGrowing(request, { ...limits, declared, timeoutMs: deadlineMs })
  return codings.length === 0 ? raw : raw.then((bytes) => inflateBody(bytes, codings, limits))
}

/** `bytes` without the byte order mark of UTF-8, which a reader of JSON may ignore (RFC 8259, section 8.1). */
export const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

const tooLarge = (limit: number) => new GatewayError('request_too_large', { limit })

/** Nearly every call uses this path: one promise and one timer, no race. */
function readWhole(request: Request, timeoutMs: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new GatewayError('request_timeout')), timeoutMs)
    request.bytes().then(
      (bytes) => {
        clearTimeout(timer)
        resolve(bytes)
      },
      (cause: unknown) => {
        clearTimeout(timer)
        reject(new GatewayError('client_closed_request', {}, { cause }))
      },
    )
  })
}

/** Bodies up to this size are read without a pause. */
const turnMin = 262_144

/**
 * Reads into one buffer that doubles: announced data takes no memory before it arrives, and many small chunks take no
 * more than one large one. `declared` is NaN without a declared length.
 */
async function readGrowing(
  request: Request,
  { bytesMax, declared, onGrow, timeoutMs }: BodyLimits & { declared: number },
): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array()
  const lengthMax = Number.isNaN(declared) ? bytesMax : declared
  const reader = request.body.getReader()
  // A race for each chunk would keep all of them in memory.
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel().catch(() => {})
  }, timeoutMs)
  let buffer = new Uint8Array()
  let length = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const needed = length + piece.value.length
      if (needed > lengthMax) throw tooLarge(lengthMax)
      if (needed > buffer.length) {
        // A body that has arrived as one piece is not copied.
        const isWhole = length === 0 && needed === declared
        const size = isWhole ? needed : Math.min(lengthMax, Math.max(needed, 2 * buffer.length, smallBytesMax))
        onGrow?.(size)
        if (isWhole) {
          buffer = piece.value
          length = needed
          continue
        }
        const larger = new Uint8Array(size)
        larger.set(buffer.subarray(0, length))
        buffer = larger
      }
      buffer.set(piece.value, length)
      length = needed
      // Many large bodies that arrive at once are copied in turns.
      if (length > turnMin) await nextTurn()
    }
  } catch (cause) {
    // The answer does not depend on the rest.
    await reader.cancel(cause).catch(() => {})
    if (!isLate) throw cause instanceof GatewayError ? cause : new GatewayError('client_closed_request', {}, { cause })
  } finally {
    clearTimeout(timer)
  }
  if (isLate) throw new GatewayError('request_timeout')
  if (length < declared) throw new GatewayError('client_closed_request')
  return buffer.subarray(0, length)
}

async function inflateBody(
  raw: Uint8Array,
  codings: readonly CodingName[],
  { bytesMax, onGrow }: BodyLimits,
): Promise<Uint8Array> {
  try {
    const content = await inflateBytes(raw, codings, bytesMax)
    onGrow?.(raw.length + content.length)
    return content
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    throw cause instanceof RangeError
      ? tooLarge(bytesMax)
      : new GatewayError('invalid_request', { reason: makeReason('bodyNotInflated') }, { cause })
  }
}
