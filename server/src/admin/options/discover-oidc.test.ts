import { afterAll, beforeAll, expect, test } from 'bun:test'
import { serveLocally } from '../../platform/test-port.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

const endpoints = {
  authorization_endpoint: 'https://id.example/authorize',
  token_endpoint: 'https://id.example/token',
  userinfo_endpoint: 'https://id.example/userinfo',
}
const documents: Record<string, () => Response> = {
  '/good': () => Response.json({ issuer: 'https://id.example', ...endpoints, jwks_uri: 'x' }),
  '/lacking': () => Response.json({ ...endpoints, userinfo_endpoint: undefined }),
  '/odd': () => Response.json({ ...endpoints, token_endpoint: 'javascript:alert(1)' }),
  '/text': () => new Response('not json', { headers: { 'content-type': 'application/json' } }),
  '/page': () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
  '/large': () => new Response(`"${'x'.repeat(300_000)}"`, { headers: { 'content-type': 'application/json' } }),
}

let app: TestApp
let provider: Bun.Server<undefined>
beforeAll(async () => {
  provider = serveLocally(({ url }) => documents[new URL(url).pathname]?.() ?? new Response(null, { status: 404 }))
  app = await startTestApp({ environment: { OUTBOUND_ALLOW: `127.0.0.1:${provider.port}` } })
})
afterAll(async () => {
  await app.close()
  await provider.stop(true)
})

const discover = async (url: string) => (await app.root.post('/api/option/oidc_discovery', { url })).body
const at = (path: string) => `http://127.0.0.1:${provider.port}${path}`

test('the three endpoints are read from the document', async () => {
  expect(await discover(at('/good'))).toMatchObject({ success: true, data: endpoints })
})

test.each([
  ['/lacking', 'the document has no userinfo_endpoint'],
  ['/odd', 'token_endpoint is not an http or https address'],
  ['/text', 'the document is not JSON'],
  ['/page', 'of type text/html'],
  ['/large', 'larger than 262144 bytes'],
  ['/none', 'answered with status 404'],
])('%s is refused: %s', async (path, reason) => {
  const answer = await discover(at(path))
  expect(answer).toMatchObject({ success: false, code: 'oidc_discovery_failed' })
  expect(answer.message).toContain(reason)
})

test('an internal address is not called', async () => {
  const answer = await discover('http://127.0.0.1:1/')
  expect(answer).toMatchObject({ success: false, code: 'oidc_discovery_failed' })
})

test.each(['', 'ftp://id.example/', 'id.example', 3])('%p is refused as an invalid address', async (url) => {
  const answer = await app.root.post('/api/option/oidc_discovery', { url })
  expect(answer.body).toMatchObject({ success: false, code: 'invalid_parameters' })
})
