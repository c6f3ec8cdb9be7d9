import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { listenLocally } from '../test-port.ts'
import { parseOutboundAllow } from './address-policy.ts'
import { createGuardedFetch, type GuardSettings } from './guarded-fetch.ts'
import { createTestCertificate } from './test-certificate.ts'
import { readRefusalMessage } from './test-refusal.ts'

const sockets = new Set<Socket>()
const servers: Server[] = []
/** Head of each request, by port. */
const heads: { port: number; head: string }[] = []
let port: number
let insidePort: number

const answer = (status: string, headers: string[], body = '') =>
  [`HTTP/1.1 ${status}`, 'Connection: close', ...headers, '', body].join('\r\n')
const png = ['Content-Type: image/PNG; charset=x', 'Content-Length: 4']
const answers: Record<string, () => string> = {
  '/png': () => answer('200 OK', png, 'abcd'),
  '/missing': () => answer('404 Not Found', ['Content-Type: image/png', 'Content-Length: 0']),
  '/html': () => answer('200 OK', ['Content-Type: text/html', 'Content-Length: 1'], 'x'),
  '/gzip': () => answer('200 OK', [...png, 'Content-Encoding: gzip'], 'abcd'),
  // The rest is never sent.
  '/declared-large': () => answer('200 OK', ['Content-Type: image/png', 'Content-Length: 1000'], 'x'),
  '/large': () => answer('200 OK', ['Content-Type: image/png'], 'x'.repeat(1_000)),
  '/slow': () => answer('200 OK', ['Content-Type: image/png', 'Content-Length: 50'], 'x'),
  '/inside': () => answer('302 Found', [`Location: http://127.0.0.1:${insidePort}/png`, 'Content-Length: 0']),
  '/file': () => answer('302 Found', ['Location: file:///etc/passwd', 'Content-Length: 0']),
  '/userinfo': () => answer('302 Found', [`Location: //a:b@127.0.0.1:${port}/png`, 'Content-Length: 0']),
  '/3': () => answer('307 Temporary Redirect', ['Location: /2', 'Content-Length: 0']),
  '/2': () => answer('301 Moved', ['Location: 1', 'Content-Length: 0']),
  '/1': () => answer('308 Moved', ['Location: /png', 'Content-Length: 0']),
  '/4': () => answer('303 See Other', ['Location: /3', 'Content-Length: 0']),
}

beforeAll(async () => {
  port = await listen(createServer(serve))
  insidePort = await listen(createServer(serve))
})
afterAll(() => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
})

function serve(socket: Socket): void {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('data', (bytes) => {
    const head = bytes.toString()
    heads.push({ port: socket.localPort ?? 0, head })
    const path = head.split(' ')[1] ?? ''
    socket.write(answers[path]?.() ?? '')
    if (path !== '/slow' && path !== '/declared-large') socket.end()
  })
}

function listen(server: Server): Promise<number> {
  servers.push(server)
  return listenLocally(server)
}

function guard(more: Partial<GuardSettings> = {}) {
  const settings: GuardSettings = {
    exceptions: parseOutboundAllow(`127.0.0.1:${port}`),
    bytesMax: 100,
    timeoutMs: 5_000,
    accepts: (type) => type.startsWith('image/'),
    ...more,
  }
  const guarded = createGuardedFetch(settings)
  return (url: string, signal = new AbortController().signal) => guarded(url, signal)
}
const urlOf = (path: string) => `http://127.0.0.1:${port}${path}`

describe('what is read', () => {
  test('bytes and media type', async () => {
    const { bytes, contentType } = await guard()(urlOf('/png'))
    expect({ text: Buffer.from(bytes).toString(), contentType }).toEqual({
      text: 'abcd',
      contentType: 'image/png',
    })
  })

  test.each([
    ['/missing', 'status 404'],
    ['/html', 'type text/html'],
    ['/gzip', 'encoded as gzip'],
    ['/declared-large', 'larger than 100 bytes'],
    ['/large', 'larger than 100 bytes'],
  ])('%s is not read: %s', async (path, reason) => {
    expect(await readRefusalMessage(guard()(urlOf(path)))).toContain(reason)
  })

  test('a body that does not arrive ends by timeout, or by the signal', async () => {
    expect(await readRefusalMessage(guard({ timeoutMs: 100 })(urlOf('/slow')))).toBe('no answer within 100 ms')
    const caller = new AbortController()
    const reading = guard()(urlOf('/slow'), caller.signal)
    caller.abort(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
  })

  test('a name that does not resolve ends by timeout', async () => {
    const resolve = () => new Promise<string[]>(() => {})
    expect(await readRefusalMessage(guard({ timeoutMs: 50, resolve })('http://a.example/'))).toContain('no answer')
  })
})

describe('the destination', () => {
  test.each(['ftp://a.example/', 'file:///etc/passwd', 'not a url', 'http://a:b@a.example/', 'data:,x'])(
    'is not %s',
    async (url) => {
      const resolve = () => Promise.reject(new Error('nothing is resolved'))
      expect(await readRefusalMessage(guard({ resolve })(url))).toContain('address')
    },
  )

  test.each(['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://[::1]/', 'http://[::ffff:7f00:1]/'])(
    'is not %s',
    async (url) => expect(await readRefusalMessage(guard()(url))).toBe('the address is not a public one'),
  )

  test('has no other port than 80 and 443', async () => {
    expect(await readRefusalMessage(guard()('http://8.8.8.8:22/'))).toBe('the port is not 80 or 443')
  })

  test('is not a name that resolves to an internal address', async () => {
    expect(await readRefusalMessage(guard()('http://localhost/'))).toBe('the address is not a public one')
  })

  test('is not a name with one forbidden address among several', async () => {
    const resolve = async () => ['8.8.8.8', '127.0.0.1']
    expect(await readRefusalMessage(guard({ resolve })('http://a.example/'))).toBe('the address is not a public one')
    expect(await readRefusalMessage(guard({ resolve: async () => [] })('http://a.example/'))).toContain('no address')
  })

  test('is the checked address; the name is sent with the request, and resolved once', async () => {
    const lookups: string[] = []
    // A second resolution would return another address.
    const resolve = async (host: string) => [lookups.push(host) === 1 ? '127.0.0.1' : '10.0.0.1']
    heads.length = 0
    const { contentType } = await guard({ resolve })(`http://media.example:${port}/png`)
    expect({ contentType, lookups }).toEqual({ contentType: 'image/png', lookups: ['media.example'] })
    expect(heads[0]?.head).toMatch(new RegExp(`^host: media\\.example:${port}\r$`, 'im'))
    expect(heads[0]?.head).not.toMatch(/^(authorization|cookie|referer):/im)
  })

  test('is the next address when the first cannot be reached', async () => {
    const exceptions = parseOutboundAllow(`127.0.0.0/8:${port}`)
    // Nothing listens on the first address.
    const resolve = async () => ['127.0.0.2', '127.0.0.1']
    const { contentType } = await guard({ resolve, exceptions })(`http://media.example:${port}/png`)
    expect(contentType).toBe('image/png')
  })
})

describe('redirects', () => {
  test('three are followed, four are not', async () => {
    expect((await guard()(urlOf('/3'))).contentType).toBe('image/png')
    expect(await readRefusalMessage(guard()(urlOf('/4')))).toBe('more than 3 redirects')
  })

  test('each target is checked', async () => {
    heads.length = 0
    expect(await readRefusalMessage(guard()(urlOf('/inside')))).toBe('the port is not 80 or 443')
    expect(await readRefusalMessage(guard()(urlOf('/file')))).toContain('neither http nor https')
    expect(await readRefusalMessage(guard()(urlOf('/userinfo')))).toContain('name or password')
    expect(heads.filter((head) => head.port === insidePort)).toEqual([])
  })
})

describe('TLS', () => {
  test.skipIf(Bun.which('openssl') === null)(
    'the server gets the name, and the certificate must match it',
    async () => {
      const { ca, key, cert } = await createTestCertificate('media.example')
      const names: unknown[] = []
      const server = createTlsServer({ key, cert }, (socket) => {
        names.push(socket.servername)
        serve(socket)
      })
      server.on('tlsClientError', () => {})
      const tlsPort = await listen(server)
      const settings = {
        exceptions: parseOutboundAllow(`127.0.0.1:${tlsPort}`),
        resolve: async () => ['127.0.0.1'],
      }
      const url = (host: string) => `https://${host}:${tlsPort}/png`
      expect((await guard({ ...settings, ca })(url('media.example'))).contentType).toBe('image/png')
      expect(names).toEqual(['media.example'])
      expect(await readRefusalMessage(guard({ ...settings, ca })(url('other.example')))).toContain('ALTNAME')
      expect(await readRefusalMessage(guard(settings)(url('media.example')))).toContain('certificate')
      expect(names).toHaveLength(1)
    },
  )
})
