import { describe, expect, test } from 'bun:test'
import { addressObjection } from '../../platform/outbound/address-policy.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import { providers } from '../../providers/index.ts'
import type { Provider } from '../../providers/provider.ts'
import { parseBaseUrl } from './base-url.ts'

const parseUrl = (text: string | null, type = 1, allowPrivate = true) => {
  const parsed = parseBaseUrl(text, type, allowPrivate)
  return parsed.ok ? parsed.url : `refused: ${parsed.reason.code}`
}

describe('parseBaseUrl', () => {
  test('removes the trailing slash and keeps the rest as written', () => {
    expect(parseUrl(' https://api.example.com/openai/ ')).toBe('https://api.example.com/openai')
    expect(parseUrl('http://127.0.0.1:8080///')).toBe('http://127.0.0.1:8080')
  })

  test.each([
    ['https://api.example.com//v1/', 'https://api.example.com/v1'],
    ['https://api.example.com/a///b//v1', 'https://api.example.com/a/b/v1'],
    ['https:///api.example.com//', 'https://api.example.com'],
    // A proxy whose path contains the whole address of the upstream.
    ['https://proxy.example//https://api.example.com//v1/', 'https://proxy.example/https://api.example.com/v1'],
  ])('%s is kept as %s', (text, kept) => {
    expect(parseUrl(text)).toBe(kept)
  })

  test('the query of a custom address stays as it is', () => {
    expect(parseUrl('https://a.example//x?to=b//c/', 8)).toBe('https://a.example/x?to=b//c/')
  })

  const key = '{"type":"service_account"}'
  const settings = { claudeHeaders: {}, geminiVersions: {} }
  const operations: CallOperation[] = ['chat', 'completions', 'embeddings', 'rerank', 'image_generations', 'speech']
  /** The addresses that a provider builds from a base URL; null where it refuses the key. */
  function buildAddresses(provider: Provider, baseUrl: string | null): (string | null)[] {
    const channel = { baseUrl, organization: null, other: '' }
    const call = { isStream: false, settings, upstreamModel: 'm', channel, key, token: 't' }
    const buildOrNull = (build: () => string | null | undefined) => {
      try {
        return build() ?? null
      } catch {
        return null
      }
    }
    return [
      ...operations.map((operation) =>
        buildOrNull(() => provider.urlOf({ ...call, operation, path: '/v1/chat/completions' })),
      ),
      buildOrNull(() => provider.modelListUrlOf(channel, key)),
      buildOrNull(() => provider.moreModelsUrlOf?.(channel, key)),
      buildOrNull(() => provider.balance?.nextUrl({ channel, answers: [], now: 0 })),
      buildOrNull(() => provider.storage?.urlOf(channel, '/v1/files')),
    ]
  }

  test.each(providers.map((provider) => [provider.id, provider] as const))(
    '%s builds the same addresses from a base URL with extra slashes, none with a double slash',
    (_id, provider) => {
      const plain = ['https://host.example', 'https://host.example/sub/v1']
      const withExtraSlashes = ['https://host.example//', 'https://host.example//sub///v1//']
      for (const [index, text] of withExtraSlashes.entries()) {
        const built = buildAddresses(provider, parseUrl(text, provider.type))
        expect(built).toEqual(buildAddresses(provider, plain[index] ?? ''))
        for (const address of built) if (address !== null) expect(new URL(address).pathname).not.toContain('//')
      }
    },
  )

  test('an empty base URL is accepted if the type has a default, and refused otherwise', () => {
    expect(parseUrl('')).toBeNull()
    expect(parseUrl(null)).toBeNull()
    expect(parseUrl('/', 8)).toBe('refused: baseUrlMissing')
  })

  test('a WebSocket address is allowed only for a type that uses one', () => {
    expect(parseUrl('wss://spark-api.xf-yun.com/', 18)).toBe('wss://spark-api.xf-yun.com')
    expect(parseUrl('wss://spark-api.xf-yun.com', 1)).toBe('refused: baseUrlNotWeb')
    expect(parseUrl('ws://127.0.0.1', 18, false)).toStartWith('refused')
  })

  test('{model} is allowed in the path of a custom channel, never in a host', () => {
    expect(parseUrl('https://a.example/{model}/x?v=1', 8)).toBe('https://a.example/{model}/x?v=1')
    expect(parseUrl('https://{model}.example/x', 8)).toStartWith('refused')
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
    expect(parseUrl(text)).toStartWith('refused')
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
  ])('%s is always refused, even if private addresses are allowed', (text) => {
    expect(parseUrl(text, 1, true)).toStartWith('refused')
    expect(parseUrl(text, 1, false)).toStartWith('refused')
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
  ])('%s is accepted only if private addresses are allowed', (text) => {
    expect(parseUrl(text, 1, true)).not.toStartWith('refused')
    expect(parseUrl(text, 1, false)).toStartWith('refused')
  })

  test('public addresses are accepted whether private ones are allowed or not', () => {
    expect(addressObjection('api.openai.com', false)).toBeNull()
    expect(addressObjection('8.8.8.8', false)).toBeNull()
    expect(addressObjection('2606:4700::1111', false)).toBeNull()
  })
})
