import { expect, test } from 'bun:test'
import { addCommonHeaders, contentSecurityPolicy, type ForeignSources, permissionsPolicy } from './security-headers.ts'

const noSources = { scripts: [], frames: [], images: [], anyImage: false }
const buildPolicy = (foreign: ForeignSources) => contentSecurityPolicy(foreign, 'n1')
const readDirective = (policy: string, name: string) =>
  policy.split('; ').find((directive) => directive.startsWith(`${name} `))

test('by default a page loads only its own resources', () => {
  const policy = buildPolicy(noSources)
  expect(readDirective(policy, 'script-src')).toBe("script-src 'self'")
  expect(readDirective(policy, 'frame-src')).toBe("frame-src 'none'")
  expect(readDirective(policy, 'form-action')).toBe("form-action 'self'")
  expect(readDirective(policy, 'img-src')).toBe("img-src 'self' data: blob:")
})

test('style elements need the nonce of the page; style attributes do not', () => {
  expect(readDirective(buildPolicy(noSources), 'style-src')).toBe("style-src 'self' 'nonce-n1'")
  expect(readDirective(buildPolicy(noSources), 'style-src-attr')).toBe("style-src-attr 'unsafe-inline'")
})

test('an enabled feature adds only its origin', () => {
  const policy = buildPolicy({
    scripts: ['https://a.example/x.js'],
    frames: ['https://b.example/page?q=1'],
    anyImage: false,
    images: ['https://c.example/logo.png', '/logo.svg', 'javascript:alert(1)'],
  })
  expect(readDirective(policy, 'script-src')).toBe("script-src 'self' https://a.example")
  expect(readDirective(policy, 'frame-src')).toBe('frame-src https://b.example')
  expect(readDirective(policy, 'img-src')).toBe("img-src 'self' data: blob: https://c.example")
})

test('pictures in the operator’s texts may come from any origin over TLS', () => {
  expect(readDirective(buildPolicy({ ...noSources, anyImage: true }), 'img-src')).toEndWith(' https:')
})

test('no address can add a directive', () => {
  const policy = buildPolicy({
    ...noSources,
    images: ['https://a.example/; script-src *', 'https://x y', "https://a'b/", 'https://a,b/'],
    frames: ['https://a;script-src-elem/', 'https://evil.example', 'https://ok.example:8443/', 'https://[::1]/'],
  })
  expect(policy).not.toContain('script-src *')
  expect(policy).not.toContain('script-src-elem')
  expect(policy).not.toMatch(/[,]|a'b/)
  expect(readDirective(policy, 'frame-src')).toBe(
    'frame-src https://evil.example https://ok.example:8443 https://[::1]',
  )
})

test('a page may use camera and microphone only in the frames that the operator has enabled', () => {
  expect(permissionsPolicy([])).toContain('camera=(), microphone=()')
  const policy = permissionsPolicy(['https://chat.example/#/?key=', 'https://chat.example/b', 'https://a"b/', ''])
  expect(policy).toEndWith('camera=(self "https://chat.example"), microphone=(self "https://chat.example")')
  expect(policy).toContain('geolocation=()')
})

test('every answer denies the features of the device, and a page keeps its own policy', () => {
  const headers = new Headers()
  addCommonHeaders(headers, { isHttps: false })
  expect(headers.get('permissions-policy')).toBe(permissionsPolicy([]))
  const own = new Headers({ 'permissions-policy': permissionsPolicy(['https://chat.example']) })
  addCommonHeaders(own, { isHttps: true })
  expect(own.get('permissions-policy')).toContain('"https://chat.example"')
})
