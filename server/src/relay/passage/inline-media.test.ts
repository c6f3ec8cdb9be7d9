import { describe, expect, test } from 'bun:test'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Part } from '../../core/chat/content.ts'
import { GatewayError } from '../../core/errors.ts'
import { wireFormatOf } from '../formats/index.ts'
import { type FetchMedia, inlineRemoteMedia, remoteMediaOf } from './inline-media.ts'

const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
const image = (url: string): Part => ({ kind: 'image', source: { kind: 'url', url } })
const createRequest = (...parts: Part[]): ChatRequest => ({
  model: 'm',
  isStream: false,
  wantsUsage: true,
  messages: [{ role: 'user', parts }],
})
const createUrls = (count: number) => Array.from({ length: count }, (_, at) => `https://a.example/${at}`)

describe('remoteMediaOf', () => {
  const request = createRequest(
    { kind: 'text', text: 'https://a.example/text' },
    image('HTTPS://a.example/image'),
    image('gs://bucket/image'),
    image('https://www.youtube.com/watch?v=1'),
    { kind: 'audio', source: { kind: 'url', url: 'http://a.example/audio' } },
    { kind: 'file', source: { kind: 'file_id', fileId: 'https://a.example/id' } },
    {
      kind: 'tool_result',
      callId: 'call',
      content: [{ kind: 'file', source: { kind: 'url', url: 'http://a.example/result' } }],
    },
  )

  test('finds addresses that Gemini does not read itself, in tool results too', () => {
    expect(remoteMediaOf(request, wireFormatOf('gemini'))).toEqual([
      'HTTPS://a.example/image',
      'http://a.example/audio',
      'http://a.example/result',
    ])
  })

  test('finds none for upstreams that read addresses', () => {
    expect(remoteMediaOf(request, wireFormatOf('openai'))).toEqual([])
    expect(remoteMediaOf(request, wireFormatOf('anthropic'))).toEqual([])
  })
})

describe('inlineRemoteMedia', () => {
  const run = (request: ChatRequest, fetchMedia: FetchMedia) =>
    inlineRemoteMedia(request, remoteMediaOf(request, wireFormatOf('gemini')), fetchMedia)

  test('replaces the addresses by bytes, and leaves the given request unchanged', async () => {
    const url = 'https://a.example/x'
    const result: Part = {
      kind: 'tool_result',
      callId: 'call',
      content: [{ kind: 'image', source: { kind: 'url', url }, detail: 'low' }],
    }
    const request = createRequest(image('gs://kept'), image(url), result)
    const before = structuredClone(request)
    const inlined = await run(request, async () => ({ bytes: png, contentType: 'text/plain' }))
    const source = { kind: 'base64' as const, mediaType: 'image/png', data: png.toString('base64') }
    expect(inlined.messages[0]?.parts).toEqual([
      image('gs://kept'),
      { kind: 'image', source },
      { kind: 'tool_result', callId: 'call', content: [{ kind: 'image', source, detail: 'low' }] },
    ])
    expect(request).toEqual(before)
  })

  test('fetches four at once, and each address once', async () => {
    const waiting: (() => void)[] = []
    const seen: string[] = []
    const urls = createUrls(8)
    const done = run(createRequest(...[...urls, ...urls].map(image)), async (url) => {
      seen.push(url)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { bytes: png, contentType: '' }
    })
    for (let released = 0; released < urls.length; released++) {
      expect(seen.length).toBe(Math.min(released + 4, urls.length))
      waiting[released]?.()
      await Bun.sleep(0)
    }
    await done
    expect(seen).toEqual(urls)
  })

  test('the first failure stops the others', async () => {
    const stopped: string[] = []
    const failing = run(createRequest(...createUrls(8).map(image)), async (url, signal) => {
      if (url.endsWith('/1')) throw new GatewayError('remote_media_failed')
      return await new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped.push(url)
          reject(signal.reason)
        })
      })
    })
    await expect(failing).rejects.toThrow('could not be fetched')
    expect(stopped).toEqual(['https://a.example/0', 'https://a.example/2', 'https://a.example/3'])
  })

  test('refuses more than sixteen, repeated ones included', async () => {
    const request = createRequest(...Array.from({ length: 17 }, () => image('https://a.example/x')))
    const fetched = async () => ({ bytes: png, contentType: '' })
    await expect(run(request, fetched)).rejects.toThrow('more than 16')
    expect(await run(createRequest(...createUrls(16).map(image)), fetched)).toBeDefined()
  })

  test('accepts text whose type and bytes agree, and refuses unknown types', async () => {
    const read = async (bytes: Uint8Array<ArrayBuffer>, contentType: string) =>
      (await run(createRequest(image('https://a.example/x')), async () => ({ bytes, contentType }))).messages[0]
        ?.parts[0]
    const source = { kind: 'base64', mediaType: 'text/csv', data: 'YSxi' }
    expect(await read(Buffer.from('a,b'), 'text/csv')).toMatchObject({ source })
    for (const [bytes, type] of [
      [Buffer.from('<svg/>'), 'image/svg+xml'],
      [Buffer.from([0xff, 0x00]), 'text/plain'],
      [Buffer.from([0x61, 0x00]), 'text/plain'],
      [Buffer.alloc(0), 'image/png'],
    ] as const)
      await expect(read(bytes, type)).rejects.toMatchObject({ code: 'remote_media_failed', status: 400 })
  })
})
