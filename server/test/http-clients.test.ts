import { describe, expect, test } from 'bun:test'
import { brotliCompressSync, createZstdCompress, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { answerBytes, answerError, answerRaw } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { forTests } from './for-tests.ts'
import { openConnection } from './raw-calls.ts'
import { startTestGateway } from './test-gateway.ts'

// HTTP as programs of others speak it: codings, upgrades, hints for retries, headers for pages of other sites.

const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'
const gateway = forTests(startTestGateway)

describe('compressed requests', () => {
  const large = { ...chat, messages: [{ role: 'user', content: Array.from({ length: 12_000 }, (_, at) => at).join() }] }
  const send = (body: Uint8Array<ArrayBuffer>, coding: string) =>
    fetch(gateway.server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.key}`,
        'content-type': 'application/json',
        'content-encoding': coding,
      },
      body,
    })
  const inFrames = (text: string) => {
    const middle = text.length / 2
    return Buffer.concat([text.slice(0, middle), text.slice(middle)].map((part) => zstdCompressSync(Buffer.from(part))))
  }
  const withoutSize = async (text: string) => {
    const compressor = createZstdCompress()
    compressor.write(text.slice(0, 10))
    compressor.end(text.slice(10))
    return Buffer.concat(await Array.fromAsync(compressor))
  }
  test.each([
    ['a small body in zstd', 'zstd', chat, (text: string) => zstdCompressSync(Buffer.from(text))],
    ['60 KB in zstd', 'zstd', large, (text: string) => zstdCompressSync(Buffer.from(text))],
    ['several frames of zstd', 'zstd', large, inFrames],
    ['zstd without the size of the content', 'zstd', large, withoutSize],
    ['gzip', 'GZIP', large, gzipSync],
    ['gzip by its older name', 'x-gzip', chat, gzipSync],
    ['deflate', 'deflate', chat, deflateSync],
    ['brotli', 'br', chat, brotliCompressSync],
    ['two codings', 'deflate, zstd', chat, (text: string) => zstdCompressSync(deflateSync(text))],
  ])('%s reaches the upstream as plain JSON', async (_kind, coding, body, compress) => {
    const response = await send(Uint8Array.from(await compress(JSON.stringify(body))), coding)
    expect(response.status).toBe(200)
    const [request] = gateway.upstream.requests
    expect(request?.json()).toMatchObject(body)
    expect(request?.headers['content-encoding']).toBeUndefined()
  })

  test.each(['zstd', 'gzip', 'deflate', 'br'])('bytes that are not %s are refused', async (coding) => {
    const response = await send(Buffer.from('{"model":"gpt-4o"}'), coding)
    expect([response.status, gateway.upstream.requests.length]).toEqual([400, 0])
  })

  test('300 MB of blanks in a few KB are refused', async () => {
    const blanks = Buffer.alloc(1_000_000, ' ')
    const compressed = zstdCompressSync(blanks)
    const response = await send(Uint8Array.from(Buffer.concat(Array(300).fill(compressed))), 'zstd')
    expect([response.status, gateway.upstream.requests.length]).toEqual([413, 0])
  })

  test('an unknown coding is refused with the list of those that are taken', async () => {
    const response = await send(Buffer.from('x'), 'compress')
    expect(response.status).toBe(415)
    expect(await response.text()).toContain('gzip, deflate, br, zstd')
  })
})

describe('answers that the upstream compressed without being asked', () => {
  const answer = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'To the sea.' } }],
    usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
  }
  const coders = {
    zstd: (text: string) => zstdCompressSync(Buffer.from(text)),
    gzip: (text: string) => gzipSync(text),
    'x-gzip': (text: string) => gzipSync(text),
    'deflate, br': (text: string) => brotliCompressSync(deflateSync(text)),
    zstds: (text: string) => Buffer.concat([...text].map((letter) => zstdCompressSync(Buffer.from(letter)))),
  }
  test.each(Object.entries(coders))('plain in %s', async (name, compress) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': name === 'zstds' ? 'zstd' : name }
    gateway.upstream.answerWith(answerBytes(compress(JSON.stringify(answer)), headers))
    const response = await gateway.relay(path, chat)
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
    expect(await response.json()).toMatchObject({ choices: answer.choices })
  })
  test.each(Object.entries(coders))('streamed in %s', async (name, compress) => {
    const chunk = (delta: object, more: object = {}) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o', choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`
    const text = `${chunk({ role: 'assistant', content: 'To the sea.' })}${chunk({}, { finish_reason: 'stop' })}data: [DONE]\n\n`
    const headers = { 'content-type': 'text/event-stream', 'content-encoding': name === 'zstds' ? 'zstd' : name }
    gateway.upstream.answerWith(answerBytes(compress(text), headers))
    const response = await gateway.relay(path, { ...chat, stream: true })
    const sent = await response.text()
    expect(sent).toContain('To the sea.')
    expect(sent.trimEnd()).toEndWith('data: [DONE]')
  })
  test('an error', async () => {
    const body = zstdCompressSync(Buffer.from(JSON.stringify({ error: { message: 'too hot', code: 'hot' } })))
    const head = `HTTP/1.1 400 Bad\r\ncontent-type: application/json\r\ncontent-encoding: zstd\r\ncontent-length: ${body.length}\r\n\r\n`
    gateway.upstream.answerWith(answerRaw(head, body))
    const response = await gateway.relay(path, chat)
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'hot' } }])
  })
})

describe('whether a refused call is repeated', () => {
  const messages = { ...chat, max_tokens: 9 }
  const forms: [form: string, path: string, body: object][] = [
    ['openai', path, chat],
    ['openai streamed', path, { ...chat, stream: true }],
    ['responses', '/v1/responses', { model: 'gpt-4o', input: 'x' }],
    ['responses streamed', '/v1/responses', { model: 'gpt-4o', input: 'x', stream: true }],
    ['anthropic', '/v1/messages', messages],
    ['anthropic streamed', '/v1/messages', { ...messages, stream: true }],
    ['gemini', '/v1beta/models/gpt-4o:generateContent', { contents: [{ parts: [{ text: 'x' }] }] }],
    ['gemini streamed', '/v1beta/models/gpt-4o:streamGenerateContent', { contents: [{ parts: [{ text: 'x' }] }] }],
  ]
  const hintOf = async (response: Response) => [response.status, response.headers.get('x-should-retry')]

  describe.each(forms)('in the form %s', (_form, at, body) => {
    test('not with a wrong key', async () => {
      expect(await hintOf(await gateway.server.relay(`sk-${'w'.repeat(48)}`, at, body))).toEqual([401, 'false'])
    })
    test('not with an empty balance', async () => {
      const poor = await gateway.server.makeToken('admin')
      const [status, hint] = await hintOf(await gateway.server.relay(poor, at, body))
      expect([Number(status) < 500, hint]).toEqual([true, 'false'])
    })
    test('not with an unreadable body', async () => {
      expect(await hintOf(await gateway.relay(at, '{'))).toEqual([400, 'false'])
    })
    test.each([
      [400, 'false'],
      [404, 'false'],
      [413, 'false'],
      [422, 'false'],
      [429, 'true'],
      [503, 'true'],
      [529, 'true'],
    ])('where the upstream answers %p: %s', async (status, hint) => {
      gateway.upstream.answerWith(answerError(status, 'no', { code: 'upstream_code' }, { 'retry-after': '7' }))
      const response = await gateway.relay(at, body)
      expect(await hintOf(response)).toEqual([status, hint])
      if (hint === 'true') expect(response.headers.get('retry-after')).toBe('7')
      // A channel rests after five consecutive failures.
      gateway.upstream.answerWith(fakeOpenAi())
      expect((await gateway.relay(path, chat)).status).toBe(200)
    })
  })

  test('not at once after a wait of hours, which official clients would sleep through', async () => {
    gateway.upstream.answerWith(answerError(429, 'no', {}, { 'retry-after': '7200' }))
    const response = await gateway.relay(path, chat)
    expect(await hintOf(response)).toEqual([429, 'false'])
    expect(response.headers.get('retry-after')).toBe('7200')
  })
  test('not of an unknown path, of another method, of an unknown model', async () => {
    expect(await hintOf(await gateway.relay('/v1/nothing', {}))).toEqual([404, 'false'])
    expect(await hintOf(await fetch(gateway.server.url + path))).toEqual([405, 'false'])
    expect(await hintOf(await gateway.relay(path, { ...chat, model: 'none' }))).toEqual([404, 'false'])
  })
})

describe('pages of other sites', () => {
  const origin = 'https://page.example'
  /** Browsers show these to every page. */
  const safe = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified']
  const transport = ['access-control-allow-origin', 'access-control-expose-headers', 'connection', 'date']
  const inner = ['transfer-encoding', 'x-accel-buffering', 'x-content-type-options']

  test.each([
    ['an answer', path, () => gateway.key, chat],
    ['a streamed answer', path, () => gateway.key, { ...chat, stream: true }],
    ['an answer to Messages', '/v1/messages', () => gateway.key, { ...chat, max_tokens: 9 }],
    ['a refusal of the key', path, () => 'sk-wrong', chat],
    ['a refusal of the path', '/v1/nothing', () => gateway.key, {}],
  ])('read every header of %s', async (_kind, at, keyOf, body) => {
    const headers = { authorization: `Bearer ${keyOf()}`, 'content-type': 'application/json', origin }
    const response = await gateway.relay(at, body, { headers })
    await response.text()
    const exposed = response.headers.get('access-control-expose-headers')?.split(', ') ?? []
    for (const name of response.headers.keys())
      if (![...safe, ...transport, ...inner].includes(name)) expect(exposed).toContain(name)
    expect(exposed).toEqual(
      expect.arrayContaining(['x-oneapi-request-id', 'retry-after', 'x-sluice-dropped', 'x-ratelimit-limit-requests']),
    )
  })
  test('programs get no such list', async () => {
    const response = await gateway.relay(path, chat)
    expect(response.headers.has('access-control-expose-headers')).toBe(false)
  })
})

describe('Codex', () => {
  test('asks for a WebSocket and is told to use HTTP', async () => {
    const upgrade = async (bearer: string, at = '/v1/responses') => {
      const connection = await openConnection(gateway.server.url)
      connection.send(
        `GET ${at} HTTP/1.1\r\nHost: gateway\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${bearer}\r\n\r\n`,
      )
      const head = await connection.waitFor('\r\n\r\n')
      connection.disconnect()
      return head
    }
    const refused = await upgrade(gateway.key)
    expect(refused).toStartWith('HTTP/1.1 426 ')
    expect(refused.toLowerCase()).toContain('x-should-retry: false')
    expect(await upgrade(`sk-${'v'.repeat(48)}`)).toStartWith('HTTP/1.1 401 ')
    expect((await fetch(`${gateway.server.url}/v1/responses`)).status).toBe(405)
  })
  test('reads an array of models beside the list', async () => {
    const list = async (query: string) => {
      const headers = { authorization: `Bearer ${gateway.key}` }
      return (await fetch(`${gateway.server.url}/v1/models${query}`, { headers })).json()
    }
    expect(await list('?client_version=0.153.4')).toMatchObject({ object: 'list', models: [] })
    expect(await list('')).not.toHaveProperty('models')
  })
})

test('what may be read may be asked for with HEAD, as monitors do', async () => {
  const headers = { authorization: `Bearer ${gateway.key}` }
  for (const path of ['/v1/models', '/v1/models/gpt-4o', '/v1/dashboard/billing/subscription']) {
    const answer = await fetch(gateway.server.url + path, { method: 'HEAD', headers })
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, ''])
    const refused = await fetch(gateway.server.url + path, { method: 'HEAD' })
    expect([path, refused.status]).toEqual([path, 401])
  }
})
