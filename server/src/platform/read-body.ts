import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { GatewayError } from '../core/errors.ts'

export interface BodyLimits {
  bytesMax: number
  /** Time for an empty body; a large one gets its size at `bytesPerSecond` more. */
  timeoutMs: number
}

const bytesPerSecond = 65_536
const inflaters = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) }

/**
 * The whole body, inflated. Throws GatewayError: `request_too_large` (sent or inflated size), `request_timeout`,
 * `unsupported_encoding`, `client_closed_request`.
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > limits.bytesMax) throw tooLarge(limits)
  const allowance = Number.isFinite(declared) ? declared : limits.bytesMax
  const deadlineMs = limits.timeoutMs + (allowance / bytesPerSecond) * 1_000
  const raw = await (Number.isFinite(declared)
    ? readWhole(request, deadlineMs)
    : within(deadlineMs, (late) => readCounting(request, limits, late)))
  const encoding = request.headers.get('content-encoding')
  if (!encoding || encoding === 'identity') return raw
  return inflateBody(raw, encoding.trim().toLowerCase(), limits)
}

const tooLarge = (limits: BodyLimits) => new GatewayError('request_too_large', { limit: limits.bytesMax })

/** Every call comes through here: one promise and one timer, no race. */
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

async function readCounting(request: Request, limits: BodyLimits, late: Promise<never>): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) return Buffer.concat(parts)
      length += value.length
      if (length > limits.bytesMax) throw tooLarge(limits)
      parts.push(value)
    }
  } catch (cause) {
    // The answer is the same whatever becomes of the rest.
    await reader.cancel(cause).catch(() => {})
    throw cause instanceof GatewayError ? cause : new GatewayError('client_closed_request', {}, { cause })
  }
}

/** Runs `work` against the clock; `late` rejects when its time is over. */
function within<T>(timeoutMs: number, work: (late: Promise<never>) => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new GatewayError('request_timeout')), timeoutMs)
  return Promise.race([work(late.promise), late.promise]).finally(() => clearTimeout(timer))
}

async function inflateBody(raw: Uint8Array, encoding: string, limits: BodyLimits): Promise<Uint8Array> {
  const inflater = Object.hasOwn(inflaters, encoding)
    ? inflaters[encoding as keyof typeof inflaters]
    : undefined
  if (!inflater) throw new GatewayError('unsupported_encoding', { encoding: encoding.slice(0, 32) })
  try {
    return await inflater(raw, { maxOutputLength: limits.bytesMax })
  } catch (cause) {
    const isTooLarge = (cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge
      ? tooLarge(limits)
      : new GatewayError('invalid_request', { reason: 'the body cannot be inflated' }, { cause })
  }
}
