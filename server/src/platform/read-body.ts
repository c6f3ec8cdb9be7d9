import { GatewayError } from '../core/errors.ts'

export interface BodyLimits {
  bytesMax: number
  timeoutMs: number
}

/**
 * The whole body. Throws request_too_large (the announced length is believed only when it is too large) or
 * request_timeout when it has not arrived in time: a slow sender holds a socket, not a handler.
 */
export async function readBody(request: Request, { bytesMax, timeoutMs }: BodyLimits): Promise<Uint8Array> {
  const tooLarge = () => new GatewayError('request_too_large', { limit: bytesMax })
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge()
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => undefined)
  const timer = setTimeout(() => late.reject(new GatewayError('request_timeout')), timeoutMs)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise])
      if (done) return Buffer.concat(chunks)
      size += value.byteLength
      if (size > bytesMax) throw tooLarge()
      chunks.push(value)
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
