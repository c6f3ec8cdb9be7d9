import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApp, type TestApp, type TestClient } from './admin/test-app.ts'

// Request limits, set by the environment: the requests they cover, whose requests count together, and the refusal.

let app: TestApp
afterEach(() => app.close())

async function refused(response: Response): Promise<void> {
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeWithin(1, 200)
  expect(response.headers.get('content-type')).toStartWith('application/json')
  expect(await response.json()).toMatchObject({ success: false, code: 'rate_limit_exceeded' })
}

/** An address that several people share. */
const shared = '198.51.100.1'
const two = { GLOBAL_API_RATE_LIMIT_ENABLE: 'true', GLOBAL_API_RATE_LIMIT: '2' }

describe('the management API', () => {
  test('has a limit for each address; an IPv6 caller is its /64', async () => {
    app = await startTestApp({ environment: two })
    const ask = (peer: string) => app.send('/api/status', {}, peer)
    const calls: [string, string, string][] = [
      ['198.51.100.1', '198.51.100.1', '::ffff:198.51.100.1'],
      ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8::1:ffff:ffff:ffff:ffff'],
    ]
    for (const [first, second, third] of calls) {
      expect((await ask(first)).status).toBe(200)
      expect((await ask(second)).status).toBe(200)
      await refused(await ask(third))
    }
    expect((await ask('2001:db8:0:2::1')).status).toBe(200)
  })

  test('has none when it is switched off, or 0', async () => {
    for (const environment of [
      { ...two, GLOBAL_API_RATE_LIMIT_ENABLE: 'false' },
      { ...two, GLOBAL_API_RATE_LIMIT: '0' },
    ]) {
      app = await startTestApp({ environment })
      for (let count = 0; count < 5; count++) expect((await app.send('/api/status')).status).toBe(200)
      await app.close()
    }
    app = await startTestApp()
  })

  test('counts signed-in callers for their account: the address they share is not used up', async () => {
    app = await startTestApp({ environment: { ...two, ACCOUNT_API_RATE_LIMIT: '4' } })
    const ask = (headers: Record<string, string>, peer: string) => app.send('/api/user/self', { headers }, peer)
    const headersOf = ({ id, cookie }: TestClient) => ({ cookie, 'new-api-user': String(id) })
    const users = [headersOf(await app.addUser()), headersOf(await app.addUser())]
    for (const headers of users)
      for (let count = 0; count < 4; count++) expect((await ask(headers, shared)).status).toBe(200)
    for (let count = 0; count < 2; count++) expect((await app.send('/api/status', {}, shared)).status).toBe(200)
    await refused(await app.send('/api/status', {}, shared))
    // An account is the same from another address; an address that is used up still admits other accounts.
    for (const headers of users) await refused(await ask(headers, '198.51.100.9'))
    expect((await ask(headersOf(await app.addUser()), shared)).status).toBe(200)
  })

  test('counts a system access token for its account', async () => {
    app = await startTestApp({ environment: { ...two, ACCOUNT_API_RATE_LIMIT: '4' } })
    const token = String((await app.root.get('/api/user/token')).body.data)
    const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(app.root.id) }
    const ask = () => app.send('/api/user/self', { headers }, shared)
    for (let count = 0; count < 3; count++) expect((await ask()).status).toBe(200)
    await refused(await ask())
  })

  test('counts a wrong credential for its address, and looks up no more of them than the limit', async () => {
    app = await startTestApp({ environment: two })
    const user = await app.addUser()
    const wrong = { headers: { authorization: 'Bearer nothing' } }
    const right = { headers: { cookie: user.cookie, 'new-api-user': String(user.id) } }
    for (let count = 0; count < 2; count++) {
      const answer = await app.send('/api/user/self', wrong, shared)
      expect(await answer.json()).toMatchObject({ code: 'access_token_invalid' })
    }
    await refused(await app.send('/api/user/self', wrong, shared))
    await refused(await app.send('/api/user/self', right, shared))
    expect((await app.send('/api/user/self', right, '198.51.100.7')).status).toBe(200)
  })
})

test('pages have a separate limit, and the files that they load do not count', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>')
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'start()')
  const limit = { GLOBAL_WEB_RATE_LIMIT_ENABLE: 'true', GLOBAL_WEB_RATE_LIMIT: '2' }
  app = await startTestApp({ environment: { ...limit, CONSOLE_DIR: folder } })
  const open = (path: string) => app.send(path, {}, '198.51.100.1')
  expect((await open('/login')).status).toBe(200)
  for (let count = 0; count < 5; count++) expect((await open('/assets/app-1a2b.js')).status).toBe(200)
  expect((await open('/')).status).toBe(200)
  await refused(await open('/token'))
  expect((await open('/api/status')).status).toBe(200)
  expect((await app.send('/login', {}, '198.51.100.2')).status).toBe(200)
  rmSync(folder, { recursive: true })
})

test('sign-in and set-up share the critical limit, which counts successes and failures alike', async () => {
  const limit = { CRITICAL_RATE_LIMIT_ENABLE: 'true', CRITICAL_RATE_LIMIT: '3' }
  app = await startTestApp({ environment: { ...limit, CRITICAL_RATE_LIMIT_DURATION: '180' } })
  const headers = { 'content-type': 'application/json' }
  const post = (path: string) =>
    app.send(
      path,
      { method: 'POST', headers, body: JSON.stringify({ username: 'nobody', password: 'wrong wrong 1' }) },
      '198.51.100.1',
    )
  for (let count = 0; count < 2; count++) expect((await post('/api/user/login')).status).not.toBe(429)
  expect((await post('/api/setup')).status).not.toBe(429)
  await refused(await post('/api/user/login'))
})
