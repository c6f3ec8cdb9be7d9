import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApp, type TestApp, type TestClient } from './admin/test-app.ts'

// Request limits that the environment sets: which requests they cover, which requests count together, and the refusal.

let app: TestApp
afterEach(() => app.close())

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeWithin(1, 200)
  expect(response.headers.get('content-type')).toStartWith('application/json')
  expect(await response.json()).toMatchObject({ success: false, code: 'rate_limit_exceeded' })
}

/** An address that several people share. */
const shared = '198.51.100.1'
const limitOf2 = { GLOBAL_API_RATE_LIMIT_ENABLE: 'true', GLOBAL_API_RATE_LIMIT: '2' }

describe('the management API', () => {
  test('has a limit for each address; an IPv6 caller counts by its /64', async () => {
    app = await startTestApp({ environment: limitOf2 })
    const request = (peer: string) => app.send('/api/status', {}, peer)
    const calls: [string, string, string][] = [
      ['198.51.100.1', '198.51.100.1', '::ffff:198.51.100.1'],
      ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8::1:ffff:ffff:ffff:ffff'],
    ]
    for (const [first, second, third] of calls) {
      expect((await request(first)).status).toBe(200)
      expect((await request(second)).status).toBe(200)
      await expectRefused(await request(third))
    }
    expect((await request('2001:db8:0:2::1')).status).toBe(200)
  })

  test('has no limit when it is switched off, or 0', async () => {
    for (const environment of [
      { ...limitOf2, GLOBAL_API_RATE_LIMIT_ENABLE: 'false' },
      { ...limitOf2, GLOBAL_API_RATE_LIMIT: '0' },
    ]) {
      app = await startTestApp({ environment })
      for (let count = 0; count < 5; count++) expect((await app.send('/api/status')).status).toBe(200)
      await app.close()
    }
    app = await startTestApp()
  })

  test('counts signed-in callers by account, so that they do not use up the limit of a shared address', async () => {
    app = await startTestApp({ environment: { ...limitOf2, ACCOUNT_API_RATE_LIMIT: '4' } })
    const request = (headers: Record<string, string>, peer: string) => app.send('/api/user/self', { headers }, peer)
    const createHeaders = ({ id, cookie }: TestClient) => ({ cookie, 'new-api-user': String(id) })
    const users = [createHeaders(await app.addUser()), createHeaders(await app.addUser())]
    for (const headers of users)
      for (let count = 0; count < 4; count++) expect((await request(headers, shared)).status).toBe(200)
    for (let count = 0; count < 2; count++) expect((await app.send('/api/status', {}, shared)).status).toBe(200)
    await expectRefused(await app.send('/api/status', {}, shared))
    // An account is the same from another address; an address that is used up still admits other accounts.
    for (const headers of users) await expectRefused(await request(headers, '198.51.100.9'))
    expect((await request(createHeaders(await app.addUser()), shared)).status).toBe(200)
  })

  test('counts a system access token by account', async () => {
    app = await startTestApp({ environment: { ...limitOf2, ACCOUNT_API_RATE_LIMIT: '4' } })
    const token = String((await app.root.get('/api/user/token')).body.data)
    const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(app.root.id) }
    const request = () => app.send('/api/user/self', { headers }, shared)
    for (let count = 0; count < 3; count++) expect((await request()).status).toBe(200)
    await expectRefused(await request())
  })

  test('counts wrong credentials by address, and looks up no more of them than the limit', async () => {
    app = await startTestApp({ environment: limitOf2 })
    const user = await app.addUser()
    const wrong = { headers: { authorization: 'Bearer nothing' } }
    const right = { headers: { cookie: user.cookie, 'new-api-user': String(user.id) } }
    for (let count = 0; count < 2; count++) {
      const answer = await app.send('/api/user/self', wrong, shared)
      expect(await answer.json()).toMatchObject({ code: 'access_token_invalid' })
    }
    await expectRefused(await app.send('/api/user/self', wrong, shared))
    await expectRefused(await app.send('/api/user/self', right, shared))
    expect((await app.send('/api/user/self', right, '198.51.100.7')).status).toBe(200)
  })
})

test('pages have a separate limit, and neither the files that they load nor the documentation count', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>')
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'start()')
  writeFileSync(join(folder, 'theme-start.js'), 'start()')
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs/index.html'), '<!doctype html><title>docs</title>')
  const limit = { GLOBAL_WEB_RATE_LIMIT_ENABLE: 'true', GLOBAL_WEB_RATE_LIMIT: '2' }
  app = await startTestApp({ environment: { ...limit, CONSOLE_DIR: folder } })
  const openPage = (path: string) => app.send(path, {}, '198.51.100.1')
  expect((await openPage('/login')).status).toBe(200)
  for (let count = 0; count < 5; count++) expect((await openPage('/assets/app-1a2b.js')).status).toBe(200)
  for (let count = 0; count < 5; count++) expect((await openPage('/docs/index.html')).status).toBe(200)
  for (let count = 0; count < 5; count++) expect((await openPage('/docs/errors')).status).toBe(200)
  for (let count = 0; count < 5; count++) expect((await openPage('/theme-start.js')).status).toBe(200)
  expect((await openPage('/')).status).toBe(200)
  await expectRefused(await openPage('/token'))
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'zh-CN,zh;q=0.9' }
  const page = await app.send('/token', { headers }, '198.51.100.1')
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(page.headers.get('retry-after'))).toBeWithin(1, 200)
  expect(await page.text()).toMatch(/<html lang="zh">[\s\S]*<p>请求过于频繁，请在 \d+ (?:秒|分钟)后重试。<\/p>/)
  expect((await openPage('/api/status')).status).toBe(200)
  expect((await app.send('/login', {}, '198.51.100.2')).status).toBe(200)
  rmSync(folder, { recursive: true })
})

test('sign-in and set-up share the critical limit, failures included; the renewal of each page load does not', async () => {
  const limit = { CRITICAL_RATE_LIMIT_ENABLE: 'true', CRITICAL_RATE_LIMIT: '3' }
  app = await startTestApp({ environment: { ...limit, CRITICAL_RATE_LIMIT_DURATION: '180' } })
  const headers = { 'content-type': 'application/json' }
  const post = (path: string) =>
    app.send(
      path,
      { method: 'POST', headers, body: JSON.stringify({ username: 'unknown', password: 'wrong wrong 1' }) },
      '198.51.100.1',
    )
  for (let count = 0; count < 5; count++) expect((await post('/api/user/auth/refresh')).status).not.toBe(429)
  for (let count = 0; count < 2; count++) expect((await post('/api/user/login')).status).not.toBe(429)
  expect((await post('/api/setup')).status).not.toBe(429)
  await expectRefused(await post('/api/user/login'))
})
