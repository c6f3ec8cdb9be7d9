import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setOptions, startTestApp, type TestApp, testPassword } from './admin/test-app.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'sluice-base-path-'))
beforeAll(async () => {
  const page =
    '<html data-base-path=""><link rel="icon" href="./logo.svg" /><script type="module" src="./assets/a.js"></script>'
  writeFileSync(join(folder, 'index.html'), page)
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs/index.html'), '<title>Docs</title>')
  app = await startTestApp({ environment: { CONSOLE_DIR: folder, BASE_PATH: '/ai' } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each(['/ai', ''])('every path is served under the prefix "%s"', async (prefix) => {
  for (const path of ['/api/status', '/healthz', '/readyz', '/login', '/', '/api/docs/start.js'])
    expect({ path, status: (await app.send(prefix + path)).status }).toEqual({ path, status: 200 })
  expect((await app.send(`${prefix}/api/unknown`)).status).toBe(404)
})

test('the page has the base path in the addresses of its files, and for the console', async () => {
  const text = await (await app.send('/ai/channel/edit/3')).text()
  expect(text).toBe(
    '<html data-base-path="/ai"><link rel="icon" href="/ai/logo.svg" /><script type="module" src="/ai/assets/a.js"></script>',
  )
})

test('the cookie of a login is sent below the base path only', async () => {
  await app.addUser({ username: 'below' })
  const body = { username: 'below', password: testPassword }
  const answer = await app.send('/ai/api/user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
  const [session = ''] = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('session='))
  expect(session).toContain('; Path=/ai;')
})

test('the page of the API and its description name the base path', async () => {
  const page = await (await app.send('/ai/api/docs')).text()
  expect(page).toContain('src="/ai/api/docs/viewer.js"')
  expect(await (await app.send('/ai/api/docs/start.js')).text()).toContain("url: '/ai/api/openapi.json?version=3.0'")
  expect(await (await app.send('/ai/api/openapi.json')).json()).toMatchObject({ servers: [{ url: '/ai' }] })
})

test('providers send the browser back below the base path, or to the configured address', async () => {
  const begin = async () => {
    const { body } = await app.root.get('/api/oauth/state?provider=github')
    return new URL(String(body.authorization_url)).searchParams.get('redirect_uri')
  }
  await setOptions(app, { GitHubClientId: 'id', GitHubClientSecret: 'secret', GitHubOAuthEnabled: 'true' })
  expect(await begin()).toEndWith('/ai/oauth/github')
  await setOptions(app, { ServerAddress: 'https://site.example/ai' })
  expect(await begin()).toBe('https://site.example/ai/oauth/github')
})

test('the documentation is served below the base path, without a session, by a policy of its own', async () => {
  const page = await app.send('/ai/docs/index.html')
  expect([page.status, await page.text()]).toEqual([200, '<title>Docs</title>'])
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).not.toContain('unsafe')
  const etag = page.headers.get('etag') ?? ''
  expect((await app.send('/ai/docs/index.html', { headers: { 'if-none-match': etag } })).status).toBe(304)
  // Not the page of the console.
  expect((await app.send('/ai/docs/none.html')).status).toBe(404)
})

test('a console folder of an older build has no documentation, and says so', async () => {
  const older = mkdtempSync(join(tmpdir(), 'sluice-older-console-'))
  writeFileSync(join(older, 'index.html'), '<html data-base-path="">')
  const withOlder = await startTestApp({ environment: { CONSOLE_DIR: older } })
  try {
    for (const path of ['/docs/index.html', '/docs/api.html']) {
      const answer = await withOlder.send(path)
      expect([path, answer.status]).toEqual([path, 503])
      expect(await answer.text()).toBe('The documentation is not built. Run: node scripts/build-console.mjs\n')
    }
    expect((await withOlder.send('/login')).status).toBe(200)
  } finally {
    await withOlder.close()
    rmSync(older, { recursive: true })
  }
})
