import { describe, expect, test } from 'bun:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { GatewayError } from '../core/errors.ts'
import { readErrorCode } from '../core/test-failures.ts'
import { readBody } from './read-body.ts'

const limits = { bytesMax: 1_000, timeoutMs: 5_000 }
const post = (body: string | Uint8Array<ArrayBuffer> | ReadableStream, headers: Record<string, string> = {}) =>
  new Request('http://gateway/v1/x', { method: 'POST', body, headers })

describe('readBody', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', (text: string) => zstdCompressSync(Buffer.from(text))],
    ['X-GZIP', gzipSync],
    ['deflate', deflateRawSync],
    ['identity, gzip', gzipSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
    ['Identity', (text: string) => Buffer.from(text)],
    ['identity, ', (text: string) => Buffer.from(text)],
  ] as const)('inflates %s', async (encoding, compress) => {
    const body = await readBody(post(compress('{"a":1}'), { 'content-encoding': encoding }), limits)
    expect(Buffer.from(body).toString()).toBe('{"a":1}')
  })
  test.each(['gzip', 'deflate', 'br', 'zstd'])('refuses a cut body of %s', async (encoding) => {
    const whole = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }[encoding]?.(
      Buffer.from('{"a":1}'.repeat(99)),
    )
    const cut = post(new Uint8Array(whole?.subarray(0, -3) ?? []), { 'content-encoding': encoding })
    expect(await readErrorCode(readBody(cut, limits))).toBe('invalid_request')
  })
  test('refuses a body whose decompressed size exceeds the limit', async () => {
    const bomb = gzipSync('x'.repeat(100_000))
    expect(bomb.length).toBeLessThan(limits.bytesMax)
    expect(await readErrorCode(readBody(post(bomb, { 'content-encoding': 'gzip' }), limits))).toBe('request_too_large')
  })
  test('refuses an undeclared body that grows beyond the limit', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(400)) })
    expect(await readErrorCode(readBody(post(endless), limits))).toBe('request_too_large')
  })
  test('refuses a declared length before reading', async () => {
    expect(await readErrorCode(readBody(post('x', { 'content-length': '1001' }), limits))).toBe('request_too_large')
  })
  test('refuses invalid encoded data, and unknown encodings', async () => {
    expect(await readErrorCode(readBody(post('plain', { 'content-encoding': 'gzip' }), limits))).toBe('invalid_request')
    expect(await readErrorCode(readBody(post('plain', { 'content-encoding': 'compress' }), limits))).toBe(
      'unsupported_encoding',
    )
    const four = post('plain', { 'content-encoding': 'gzip, gzip, gzip, gzip' })
    expect(await readErrorCode(readBody(four, limits))).toBe('unsupported_encoding')
    expect(await readErrorCode(readBody(post('plain', { 'content-encoding': 'constructor' }), limits))).toBe(
      'unsupported_encoding',
    )
  })
  test('gives up on a body that does not arrive', async () => {
    const silent = new ReadableStream({ pull: () => new Promise(() => {}) })
    expect(await readErrorCode(readBody(post(silent), { bytesMax: 10, timeoutMs: 20 }))).toBe('request_timeout')
  })
  test('memory is reserved before it is used, and grows with the received data', async () => {
    const pieces = (count: number) => {
      let remaining = count
      return new ReadableStream({
        pull: (controller) =>
          remaining-- > 0 ? controller.enqueue(new Uint8Array(1_000).fill(7)) : controller.close(),
      })
    }
    const reserved: number[] = []
    const grown = { bytesMax: 1_000_000, timeoutMs: 5_000, onGrow: (bytes: number) => void reserved.push(bytes) }
    const body = await readBody(post(pieces(200)), grown)
    expect(body).toEqual(new Uint8Array(200_000).fill(7))
    expect(reserved).toEqual([65_536, 131_072, 262_144])
    reserved.length = 0
    // Data that is only declared takes no memory.
    const declared = post(pieces(100), { 'content-length': '900000' })
    expect(await readErrorCode(readBody(declared, grown))).toBe('client_closed_request')
    expect(reserved).toEqual([65_536, 131_072])
    const refuse = () => {
      throw new GatewayError('server_overloaded')
    }
    const full = { ...grown, onGrow: refuse }
    expect(await readErrorCode(readBody(post(pieces(1)), full))).toBe('server_overloaded')
  })
  test('a body that has arrived as one piece is reserved at its size, and is not copied', async () => {
    const sent = new Uint8Array(300_000).fill(7)
    const reserved: number[] = []
    const arrived = new ReadableStream({
      pull(controller) {
        controller.enqueue(sent)
        controller.close()
      },
    })
    const whole = post(arrived, { 'content-length': String(sent.length) })
    const grown = { bytesMax: 1_000_000, timeoutMs: 5_000, onGrow: (bytes: number) => void reserved.push(bytes) }
    const body = await readBody(whole, grown)
    expect(body).toEqual(sent)
    expect(body.buffer).toBe(sent.buffer)
    expect(reserved).toEqual([300_000])
  })
  test('a stream without a declared length is counted, and stopped at the limit', async () => {
    let sent = 0
    let isCancelled = false
    const endless = new ReadableStream({
      pull(controller) {
        sent++
        controller.enqueue(new Uint8Array(1_000))
      },
      cancel() {
        isCancelled = true
      },
    })
    const reading = readBody(post(endless), { bytesMax: 10_000, timeoutMs: 5_000 })
    expect(await readErrorCode(reading)).toBe('request_too_large')
    expect(sent).toBeLessThan(20)
    expect(isCancelled).toBe(true)
  })
})
