import { expect, test } from 'bun:test'
import { contentSecurityPolicy, type ForeignSources } from './security-headers.ts'

const nothing = { scripts: [], frames: [], images: [], anyImage: false }
const policyOf = (foreign: ForeignSources) => contentSecurityPolicy(foreign, 'n1')
const part = (policy: string, name: string) => policy.split('; ').find((directive) => directive.startsWith(`${name} `))

test('by default a page loads only its own resources', () => {
  const policy = policyOf(nothing)
  expect(part(policy, 'script-src')).toBe("script-src 'self'")
  expect(part(policy, 'frame-src')).toBe("frame-src 'none'")
  expect(part(policy, 'form-action')).toBe("form-action 'self'")
  expect(part(policy, 'img-src')).toBe("img-src 'self' data: blob:")
})

test('style elements need the nonce of the page; style attributes do not', () => {
  expect(part(policyOf(nothing), 'style-src')).toBe("style-src 'self' 'nonce-n1'")
  expect(part(policyOf(nothing), 'style-src-attr')).toBe("style-src-attr 'unsafe-inline'")
})

test('an enabled feature adds only its origin', () => {
  const policy = policyOf({
    ...{ scripts: ['https://a.example/x.js'], frames: ['https://b.example/page?q=1'], anyImage: false },
    images: ['https://c.example/logo.png', '/logo.svg', 'javascript:alert(1)'],
  })
  expect(part(policy, 'script-src')).toBe("script-src 'self' https://a.example")
  expect(part(policy, 'frame-src')).toBe('frame-src https://b.example')
  expect(part(policy, 'img-src')).toBe("img-src 'self' data: blob: https://c.example")
})

test('pictures in the operator’s texts may come from any origin over TLS', () => {
  expect(part(policyOf({ ...nothing, anyImage: true }), 'img-src')).toEndWith(' https:')
})

test('no address can add a directive', () => {
  const policy = policyOf({
    ...nothing,
    images: ['https://a.example/; script-src *', 'https://x y', "https://a'b/", 'https://a,b/'],
    frames: ['https://a;script-src-elem/', 'https://evil.example', 'https://ok.example:8443/', 'https://[::1]/'],
  })
  expect(policy).not.toContain('script-src *')
  expect(policy).not.toContain('script-src-elem')
  expect(policy).not.toMatch(/[,]|a'b/)
  expect(part(policy, 'frame-src')).toBe('frame-src https://evil.example https://ok.example:8443 https://[::1]')
})
