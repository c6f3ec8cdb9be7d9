import { expect, test } from 'bun:test'
import { addBasePath, withoutBasePath } from './base-path.ts'
import { parseConfig } from './config.ts'
import { normalisePath } from './normalise-path.ts'

test('a base path begins with a slash and ends with none', () => {
  for (const path of ['', '/ai', '/tools/ai-gateway', '/a.b'])
    expect(parseConfig({ BASE_PATH: path }).BASE_PATH).toBe(path)
  for (const path of ['ai', '/', '/ai/', '//ai', '/../ai', '/.ai', '/a b', '/a?b', '/a"b', 'https://here/ai'])
    expect(() => parseConfig({ BASE_PATH: path })).toThrow('BASE_PATH')
})

test("a base path does not begin with a path of the gateway's own", () => {
  const own = ['/api', '/v1', '/v1beta', '/v2/x', '/pg', '/assets', '/healthz', '/readyz', '/metrics', '/suno']
  for (const path of [...own, '/mj', '/upload', '/dashboard'])
    expect(() => parseConfig({ BASE_PATH: path })).toThrow('BASE_PATH')
  expect(parseConfig({ BASE_PATH: '/vienna' }).BASE_PATH).toBe('/vienna')
})

test.each([
  ['/ai/v1/models', '/v1/models'],
  ['/ai', '/'],
  ['/ai/', '/'],
  ['//ai//v1/models/', '/v1/models'],
  // A proxy removed the base.
  ['/v1/models', '/v1/models'],
  ['/aid/v1', '/aid/v1'],
  ['/v1/ai/v1', '/v1/ai/v1'],
  ['/', '/'],
])('below /ai, %s is %s', (path, known) => {
  expect(withoutBasePath(normalisePath(path), '/ai')).toBe(known)
  expect(withoutBasePath(normalisePath(path), '')).toBe(normalisePath(path))
})

test('cookies and redirects are below the base path', () => {
  const buildHeaders = () =>
    new Headers([
      ['set-cookie', 'session=1; Path=/; HttpOnly'],
      ['set-cookie', 'sign-in=2; Path=/api; Max-Age=900'],
      ['location', '/setting'],
    ])
  const headers = buildHeaders()
  addBasePath(headers, '/ai')
  expect(headers.getSetCookie()).toEqual(['session=1; Path=/ai; HttpOnly', 'sign-in=2; Path=/ai/api; Max-Age=900'])
  expect(headers.get('location')).toBe('/ai/setting')
  const others = new Headers({ location: 'https://elsewhere.example/x' })
  addBasePath(others, '/ai')
  expect(others.get('location')).toBe('https://elsewhere.example/x')
  const unchanged = buildHeaders()
  addBasePath(unchanged, '')
  expect([...unchanged]).toEqual([...buildHeaders()])
})
