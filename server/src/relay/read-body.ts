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
  const raw = await within(
    deadlineMs,
    Number.isFinite(declared) ? readWhole(request) : readCounting(request, limits),
  )
  const encoding = request.headers.get('content-encoding')
  if (!encoding || encoding === 'identity') return raw
  return inflateBody(raw, encoding.trim().toLowerCase(), limits)
}

const tooLarge = (limits: BodyLimits) => new GatewayError('request_too_large', { limit: limits.bytesMax })

async function readWhole(request: Request): Promise<Uint8Array> {
  try {
    return await request.bytes()
  } catch (cause) {
    throw new GatewayError('client_closed_request', {}, { cause })
  }
}

async function readCounting(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new GatewayError('client_closed_request', {}, { cause })
    })
    if (done) return Buffer.concat(parts)
    length += value.length
    if (length > limits.bytesMax) {
      await reader.cancel().catch(() => {}) // the answer is 413 whatever becomes of the rest
      throw tooLarge(limits)
    }
    parts.push(value)
  }
}

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new GatewayError('request_timeout')), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
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
