import { expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import { explainForeign, isForeignOrigin, isSameOrigin } from './same-origin.ts'

const write = (headers: Record<string, string>) =>
  new Request('http://10.0.0.7/api/user/login', { method: 'POST', headers: { host: '10.0.0.7', ...headers } })

test('the refusal of a request behind a proxy that drops the port names both addresses and what to set', () => {
  const request = write({ origin: 'http://10.0.0.7:4555' })
  expect(isForeignOrigin(request, '')).toBe(true)
  const reason = explainForeign(request)
  expect(reason.code).toBe('originDiffers')
  for (const language of ['en', 'zh'] as const) {
    const text = render(language, 'errors', { code: 'cross_site_request', params: { reason } })
    for (const part of ['http://10.0.0.7:4555', ' 10.0.0.7', '$http_host', 'ServerAddress'])
      expect(text).toContain(part)
  }
})

test.each([
  [{ host: '10.0.0.7:4555', origin: 'http://10.0.0.7:4555' }, ''],
  [{ origin: 'http://10.0.0.7:4555' }, 'http://10.0.0.7:4555'],
  [{ origin: 'https://site.example' }, 'https://site.example/ai'],
])('a request with %p is of the site at "%s"', (headers, serverAddress) => {
  expect(isSameOrigin(write(headers), serverAddress)).toBe(true)
  expect(isForeignOrigin(write(headers), serverAddress)).toBe(false)
})

test.each([
  [{}, 'originMissing'],
  [{ origin: 'null' }, 'originOfOtherSite'],
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 'originOfOtherSite'],
  [{ origin: 'http://10.0.0.7', 'sec-fetch-dest': 'image' }, 'originOfOtherSite'],
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'none' }, 'originDiffers'],
] as const)('%p is not of the site: %s', (headers, code) => {
  expect(isSameOrigin(write(headers), '')).toBe(false)
  expect(explainForeign(write(headers)).code).toBe(code)
})
