import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { startTestServer, type TestServer } from './test-server.ts'

// A body of any size is refused by the gateway, in the form of the caller's protocol.

const bytesPerMb = 1_048_576
const piece = new Uint8Array(bytesPerMb).fill(0x78)
let server: TestServer
let key: string

beforeAll(async () => {
  server = await startTestServer('SQLite', { MAX_BODY_MB: '1', MAX_UPLOAD_MB: '1' })
  key = await server.makeToken('user')
})
afterAll(() => server?.stop())

/** A body without a declared length. */
const chunkedBody = (megabytes: number): ReadableStream => {
  let left = megabytes
  return new ReadableStream({
    pull: (controller) => (left-- > 0 ? controller.enqueue(piece) : controller.close()),
  })
}
const wholeBody = (megabytes: number) => new Uint8Array(megabytes * bytesPerMb).fill(0x78)

const expectedErrors: Record<string, object> = {
  '/v1/chat/completions': { error: { code: 'request_too_large', param: null } },
  '/v1/responses': { error: { code: 'request_too_large', param: null } },
  '/v1/messages': { type: 'error', error: { type: 'request_too_large' } },
  '/v1beta/models/gemini-2.5-flash:generateContent': { error: { code: 413, status: 'INVALID_ARGUMENT' } },
  '/v1/files': { error: { code: 'request_too_large' } },
  '/api/user/login': { success: false, code: 'request_too_large' },
  '/api/token/': { success: false, code: 'request_too_large' },
}
function buildHeaders(path: string): Record<string, string> {
  if (path.startsWith('/api/')) {
    const { session, user } = server.api('user')
    return { origin: server.url, cookie: `session=${session}`, 'new-api-user': String(user.id) }
  }
  const type = path === '/v1/files' ? 'multipart/form-data; boundary=b' : 'application/json'
  return { authorization: `Bearer ${key}`, 'content-type': type }
}

describe.each(Object.entries(expectedErrors))('%s', (path, form) => {
  // 3 MB is more than the largest limit; 100 MB is more than any buffer between client and server.
  test.each([3, 100])('refuses %p MB, with and without a declared length', async (megabytes) => {
    for (const body of [wholeBody(megabytes), chunkedBody(megabytes)]) {
      const response = await fetch(server.url + path, { method: 'POST', headers: buildHeaders(path), body })
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject(form)
    }
  })
})

test('a refused body takes no memory', async () => {
  const before = residentMb('VmRSS')
  for (const path of Object.keys(expectedErrors)) {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: buildHeaders(path),
      body: chunkedBody(400),
    })
    expect(response.status).toBe(413)
  }
  expect(residentMb('VmHWM') - before).toBeLessThan(100)
})

/** A line of the process’ memory statistics. */
function residentMb(line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
}
