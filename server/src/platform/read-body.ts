import { GatewayError } from '../core/errors.ts'

/** The whole body, at most `limit` bytes: the announced length is believed only when it is too large. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw new GatewayError('request_too_large', { limit })
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw new GatewayError('request_too_large', { limit })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
