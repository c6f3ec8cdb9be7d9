import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createManualClock } from '../../platform/test-clock.ts'
import { serveLocally } from '../../platform/test-port.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

let release: () => Response
let requests = 0
const clock = createManualClock()
const serve = (): Response => {
  requests++
  return release()
}
let source: Bun.Server<undefined>
let app: TestApp
let admin: TestClient
beforeAll(async () => {
  source = serveLocally(serve)
  const address = `127.0.0.1:${source.port}`
  const environment = { OUTBOUND_ALLOW: address, RELEASES_URL: `http://${address}/releases/latest` }
  app = await startTestApp({ environment, clock })
  admin = await app.addUser({ role: 10 })
})
afterAll(async () => {
  await app.close()
  await source.stop(true)
})
// The cached value of the previous test expires.
beforeEach(() => clock.advance(600_000))

const check = async () => (await admin.get('/api/status/update')).body

test('only administrators check for updates', async () => {
  expect((await app.send('/api/status/update')).status).toBe(401)
  const user = await app.addUser()
  expect((await user.get('/api/status/update')).body).toMatchObject({ code: 'insufficient_rights' })
})

test('the newest release is reported with the running version', async () => {
  const html_url = 'https://code.example/sluice/releases/v9.0.0'
  release = () => Response.json({ tag_name: 'v9.0.0', body: '# News', html_url, more: 1 })
  expect(await check()).toMatchObject({
    success: true,
    data: { version: '0.0.0-test', latest: 'v9.0.0', is_current: false, notes: '# News', url: html_url },
  })
})

test('a tag names the same release with and without its v', async () => {
  release = () => Response.json({ tag_name: 'v0.0.0-test', body: null })
  expect(await check()).toMatchObject({ data: { is_current: true, notes: '', url: '' } })
})

test('a page that is not a web address is omitted', async () => {
  release = () => Response.json({ tag_name: 'v2', html_url: 'javascript:alert(1)' })
  expect(await check()).toMatchObject({ data: { latest: 'v2', url: '' } })
})

test('the source is called at most once in ten minutes, for all callers together', async () => {
  release = () => Response.json({ tag_name: 'v1' })
  requests = 0
  await Promise.all([check(), check(), check()])
  clock.advance(599_000)
  await check()
  expect(requests).toBe(1)
  clock.advance(1_000)
  await check()
  expect(requests).toBe(2)
})

test.each([
  ['an answer that is not a release', () => Response.json({ name: 'x' }), 'not a release'],
  ['a page', () => new Response('<p>', { headers: { 'content-type': 'text/html' } }), 'of type text/html'],
  ['an error', () => new Response('', { status: 403 }), 'answered with status 403'],
])('%s is reported as a failure, and the next call tries again', async (_, answer, reason) => {
  release = answer
  const failure = await check()
  expect(failure).toMatchObject({ success: false, code: 'update_check_failed' })
  expect(failure.message).toContain(reason)
  release = () => Response.json({ tag_name: 'v1' })
  expect(await check()).toMatchObject({ success: true })
})

test('without a configured source the check is refused', async () => {
  const withoutSource = await startTestApp()
  expect((await withoutSource.root.get('/api/status/update')).body).toMatchObject({ code: 'release_source_missing' })
  await withoutSource.close()
})
