import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { isRouteKey, routes } from '@sluice/contract/routes'
import { type AdminRouter, assertRoutesAreListed, createAdminApi } from './admin/admin-api.ts'
import type { AdminDependencies } from './admin/dependencies.ts'
import { adminResources } from './admin/resources.ts'
import { startTestApp } from './admin/test-app.ts'
import { parseConfig } from './platform/config.ts'

test('a route without an entry in the table stops the start', () => {
  const router: AdminRouter = new OpenAPIHono()
  router.get('/api/hidden', (c) => c.text('no guard here'))
  expect(() => assertRoutesAreListed(router)).toThrow('GET /api/hidden')
  const api = createAdminApi({} as AdminDependencies, router)
  expect(() => api.route('GET /api/unknown' as never, () => ({}) as never)).toThrow('GET /api/unknown')
})

test('every entry of the table is a route', () => {
  const mounted: string[] = []
  const router: AdminRouter = new OpenAPIHono()
  const api = { router, route: (key: string) => void mounted.push(key) }
  const deps = { config: parseConfig({}) } as AdminDependencies
  for (const mount of adminResources) mount(api as never, deps)
  expect(mounted.toSorted()).toEqual(Object.keys(routes).toSorted())
  expect(mounted.every(isRouteKey)).toBe(true)
})

test('unknown API addresses are 404 in the clients’ format, all others are the console', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>')
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'start()')
  writeFileSync(join(folder, 'assets/app-1a2b.js.br'), 'compressed')
  const app = await startTestApp({ environment: { CONSOLE_DIR: folder } })

  for (const path of ['/v1/unknown', '/api/unknown', '/assets/unknown.js']) {
    const answer = await app.send(path)
    expect(answer.status).toBe(404)
    const message = `Invalid URL (GET ${path}).`
    expect(await answer.json()).toEqual({
      success: false,
      message,
      code: 'invalid_url',
      params: { method: 'GET', path },
      request_id: expect.any(String),
      error: { message, type: 'invalid_request_error', param: '', code: '' },
    })
  }
  for (const [method, path] of [
    ['GET', '/api/models/list'],
    ['DELETE', '/api/models/orphaned'],
    ['GET', '/api/user/check_in_status'],
    ['POST', '/api/channel/words/key'],
  ] as const) {
    const answer = await app.send(path, { method })
    expect([answer.status, await answer.json()]).toMatchObject([404, { success: false, code: 'invalid_url' }])
  }
  for (const path of ['/', '/login', '/channel/edit/3', '/index.html']) {
    const page = await app.send(path)
    expect(await page.text()).toContain('console')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('x-oneapi-request-id')).toBeTruthy()
  }
  const asset = await app.send('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect(asset.headers.get('content-encoding')).toBe('br')
  const etag = asset.headers.get('etag') ?? ''
  const known = await app.send('/assets/app-1a2b.js', { headers: { 'if-none-match': etag } })
  expect(known.status).toBe(304)
  for (const path of ['/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json'])
    expect(await (await app.send(path)).text()).not.toContain('"name"')

  await app.close()
  rmSync(folder, { recursive: true })
})

test('each address has its own limit, and a refusal reports the time to wait', async () => {
  const app = await startTestApp({
    environment: { GLOBAL_API_RATE_LIMIT_ENABLE: 'true', GLOBAL_API_RATE_LIMIT: '3' },
  })
  const request = (peer: string) => app.send('/api/status', {}, peer)
  for (let count = 0; count < 3; count++) expect((await request('198.51.100.1')).status).toBe(200)
  const refused = await request('198.51.100.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ success: false, code: 'rate_limit_exceeded' })
  expect((await request('198.51.100.2')).status).toBe(200)
  await app.close()
})

test('metrics are readable from the loopback or with the token', async () => {
  const open = await startTestApp()
  expect((await open.send('/metrics', {}, '127.0.0.1')).status).toBe(200)
  expect((await open.send('/metrics', {}, '198.51.100.1')).status).toBe(403)
  expect((await open.send('/healthz')).status).toBe(200)
  expect(await (await open.send('/readyz')).json()).toMatchObject({ ready: true })
  await open.close()
  const closed = await startTestApp({ environment: { METRICS_TOKEN: 'figures' } })
  expect((await closed.send('/metrics', {}, '127.0.0.1')).status).toBe(403)
  const headers = { authorization: 'Bearer figures' }
  expect(await (await closed.send('/metrics', { headers })).text()).toContain('sluice_http_requests_total')
  await closed.close()
})

test('the API description is served, and its page loads nothing from other hosts', async () => {
  const app = await startTestApp()
  const document = (await (await app.send('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, unknown>>
  }
  expect(document.openapi).toBe('3.1.0')
  for (const key of Object.keys(routes)) {
    const [method = '', path = ''] = key.split(' ')
    expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]).toBeDefined()
  }
  const page = await (await app.send('/api/docs')).text()
  expect(page).not.toMatch(/https?:\/\//)
  const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(parts).toHaveLength(3)
  for (const path of parts) {
    const part = await app.send(path)
    expect(part.status).toBe(200)
    expect(part.headers.get('content-type')).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
    expect((await part.text()).length).toBeGreaterThan(0)
  }
  await app.close()
})
