import { expect, test } from 'bun:test'
import { foreignSourcesOf } from './console.ts'
import { contentSecurityPolicy } from './platform/security-headers.ts'
import { buildCatalogue } from './state/catalogue.ts'
import { buildOptionValues } from './state/option-values.ts'

test('the policy of the console allows no payment gateway: another page sends the form', () => {
  const options = { ...buildOptionValues(new Map(), () => {}), PayAddress: 'https://pay.example/gate' }
  const policy = contentSecurityPolicy(foreignSourcesOf({ ...options, EpayId: '1', EpayKey: 'k' }), 'n1')
  expect(policy).toContain("form-action 'self';")
  expect(policy).not.toContain('pay.example')
})

test.each([
  ['Notice', '![state](https://img.example/a.png)'],
  ['console_setting.announcements', '[{"content":"<img src=a>","publishDate":"2026-11-01T00:00:00Z"}]'],
  ['console_setting.faq', '[{"question":"Where?","answer":"![map](https://img.example/a.png)"}]'],
])('pictures in %s are allowed', (key, text) => {
  const buildPolicy = (stored: [string, string][]) =>
    contentSecurityPolicy(foreignSourcesOf(buildOptionValues(new Map(stored), () => {})), 'n1')
  const readImageSources = (policy: string) => /img-src[^;]*/.exec(policy)?.[0]
  expect(readImageSources(buildPolicy([]))).not.toMatch(/ https:( |$)/)
  expect(readImageSources(buildPolicy([[key, text]]))).toMatch(/ https:( |$)/)
})

test.each(['HomePageContent', 'About', 'legal.user_agreement', 'legal.privacy_policy'])(
  'the page at the address in %s may be shown in a frame',
  (key) => {
    const options = buildOptionValues(new Map([[key, 'https://legal.example/terms']]), () => {})
    expect(contentSecurityPolicy(foreignSourcesOf(options), 'n1')).toMatch(/frame-src[^;]*legal\.example/)
  },
)

test('pictures of vendors may be loaded from their own hosts only', () => {
  const vendor = { id: 1, name: 'v', description: '', status: 1, created_at: 1, updated_at: 1 }
  const icons = ['https://icons.example/v.svg', 'OpenAI', '/own.png']
  const vendors = icons.map((icon, index) => ({ ...vendor, id: index, name: String(index), icon }))
  const options = buildOptionValues(new Map(), () => {})
  const catalogue = buildCatalogue({ vendors, cards: [] })
  expect(contentSecurityPolicy(foreignSourcesOf(options, catalogue), 'n1')).toContain(
    "img-src 'self' data: blob: https://icons.example;",
  )
})
