import { describe, expect, test } from 'bun:test'
import { addressObjection } from '../../platform/outbound/address-policy.ts'
import type { Operation } from '../../protocols/operation.ts'
import { providers } from '../../providers/index.ts'
import type { Provider } from '../../providers/provider.ts'
import { parseBaseUrl } from './base-url.ts'

const urlOf = (text: string | null, type = 1, allowPrivate = true) => {
  const parsed = parseBaseUrl(text, type, allowPrivate)
  return parsed.ok ? parsed.url : `refused: ${parsed.reason.code}`
}

describe('parseBaseUrl', () => {
  test('takes the trailing slash off and keeps the rest as written', () => {
    expect(urlOf(' https://api.example.com/openai/ ')).toBe('https://api.example.com/openai')
    expect(urlOf('http://127.0.0.1:8080///')).toBe('http://127.0.0.1:8080')
  })

  test.each([
    ['https://api.example.com//v1/', 'https://api.example.com/v1'],
    ['https://api.example.com/a///b//v1', 'https://api.example.com/a/b/v1'],
    ['https:///api.example.com//', 'https://api.example.com'],
    // A proxy that takes the whole address.
    ['https://proxy.example//https://api.example.com//v1/', 'https://proxy.example/https://api.example.com/v1'],
  ])('%s is kept as %s', (text, kept) => {
    expect(urlOf(text)).toBe(kept)
  })

  test('the query of a custom address stays as it is', () => {
    expect(urlOf('https://a.example//x?to=b//c/', 8)).toBe('https://a.example/x?to=b//c/')
  })

  const key = '{"type":"service_account"}'
  const settings = { claudeHeaders: {}, geminiVersions: {} }
  const operations: Operation[] = ['chat', 'completions', 'embeddings', 'rerank', 'image_generations', 'speech']
  /** The addresses that a provider builds of a base URL; a refusal of the key counts as none. */
  function addressesOf(provider: Provider, baseUrl: string | null): (string | null)[] {
    const channel = { baseUrl, organization: null, other: '' }
    const call = { isStream: false, settings, upstreamModel: 'm', channel, key, token: 't' }
    const made = (make: () => string | null | undefined) => {
      try {
        return make() ?? null
      } catch {
        return null
      }
    }
    return [
      ...operations.map((operation) =>
        made(() => provider.urlOf({ ...call, operation, path: '/v1/chat/completions' })),
      ),
      made(() => provider.modelListUrlOf(channel, key)),
      made(() => provider.moreModelsUrlOf?.(channel, key)),
      made(() => provider.balance?.nextUrl({ channel, answers: [], now: 0 })),
      made(() => provider.storage?.urlOf(channel, '/v1/files')),
    ]
  }

  test.each(providers.map((provider) => [provider.id, provider] as const))(
    '%s builds the same addresses of a base URL with more slashes, and none with two',
    (_id, provider) => {
      const plain = ['https://host.example', 'https://host.example/sub/v1']
      const slashes = ['https://host.example//', 'https://host.example//sub///v1//']
      for (const [index, text] of slashes.entries()) {
        const built = addressesOf(provider, urlOf(text, provider.type))
        expect(built).toEqual(addressesOf(provider, plain[index] ?? ''))
        for (const address of built) if (address !== null) expect(new URL(address).pathname).not.toContain('//')
      }
    },
  )

  test('none is fine where the type has a default, and refused where it has not', () => {
    expect(urlOf('')).toBeNull()
    expect(urlOf(null)).toBeNull()
    expect(urlOf('/', 8)).toBe('refused: baseUrlMissing')
  })

  test('an address of a WebSocket is allowed where the type has one', () => {
    expect(urlOf('wss://spark-api.xf-yun.com/', 18)).toBe('wss://spark-api.xf-yun.com')
    expect(urlOf('wss://spark-api.xf-yun.com', 1)).toBe('refused: baseUrlNotWeb')
    expect(urlOf('ws://127.0.0.1', 18, false)).toStartWith('refused')
  })

  test('{model} is allowed in the path of a custom channel, never in a host', () => {
    expect(urlOf('https://a.example/{model}/x?v=1', 8)).toBe('https://a.example/{model}/x?v=1')
    expect(urlOf('https://{model}.example/x', 8)).toStartWith('refused')
  })

  test.each([
    'ftp://a.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'not a url',
    'https://name:secret@a.example',
    'https://a.example/#x',
    'https://a.example/?x=1',
  ])('%s is refused', (text) => {
    expect(urlOf(text)).toStartWith('refused')
  })

  test.each([
    'http://169.254.169.254/latest',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://100.100.100.200/',
    'http://metadata.google.internal./',
    'http://METADATA.google.internal/',
    'http://0.0.0.0:3000/',
    'http://224.0.0.1/',
  ])('%s is never called, private addresses allowed or not', (text) => {
    expect(urlOf(text, 1, true)).toStartWith('refused')
    expect(urlOf(text, 1, false)).toStartWith('refused')
  })

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://10.1.2.3/',
    'http://[::1]/',
    'http://[fc00::1]/',
    'http://localhost:11434/',
    'http://ollama:11434/',
    'http://box.local/',
  ])('%s is called only if private addresses are allowed', (text) => {
    expect(urlOf(text, 1, true)).not.toStartWith('refused')
    expect(urlOf(text, 1, false)).toStartWith('refused')
  })

  test('public addresses are called in both settings', () => {
    expect(addressObjection('api.openai.com', false)).toBeNull()
    expect(addressObjection('8.8.8.8', false)).toBeNull()
    expect(addressObjection('2606:4700::1111', false)).toBeNull()
  })
})
