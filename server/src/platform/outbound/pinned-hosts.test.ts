import { beforeEach, expect, test } from 'bun:test'
import { reasonIn } from '@sluice/contract/error-in-language'
import { type CheckedHost, createPinnedHosts, type PinnedHosts } from './pinned-hosts.ts'

let now = 0
let addresses: string[] = []
let lookups = 0
const resolve = async () => {
  lookups++
  if (addresses.length === 0) throw new Error('no such name')
  return addresses
}
const hosts = (allowPrivate = true) => createPinnedHosts({ clock: { monotonic: () => now }, allowPrivate, resolve })
const url = 'https://api.example:8443/v1/chat/completions'
const outcomeFor = async (one: PinnedHosts, asked = url) => outcomeOf(await one.check(asked))
const outcomeOf = (checked: CheckedHost) =>
  checked.ok ? checked.pins.map(({ origin }) => origin) : reasonIn('en', checked.reason)

beforeEach(() => {
  now = 0
  lookups = 0
  addresses = ['93.184.215.14']
})

test('a name is replaced by its addresses, IPv4 first, and sent beside them', async () => {
  addresses = ['2001:4860::1', '93.184.215.14']
  const tls = { serverName: 'api.example' }
  expect(await hosts().check(url)).toEqual({
    ok: true,
    pins: [
      { origin: 'https://93.184.215.14:8443', host: 'api.example:8443', tls },
      { origin: 'https://[2001:4860::1]:8443', host: 'api.example:8443', tls },
    ],
  })
  expect(await hosts().check('http://api.example/v1')).toMatchObject({
    pins: [{ origin: 'http://93.184.215.14', host: 'api.example', tls: null }, {}],
  })
})

test('it is resolved once a minute, and cached in between', async () => {
  const one = hosts()
  await one.check(url)
  expect(one.check('https://api.example:8443/other')).not.toBeInstanceOf(Promise)
  expect(lookups).toBe(1)
})

test('a name with a forbidden address is refused, also with only one among several', async () => {
  addresses = ['93.184.215.14', '169.254.169.254']
  expect(await outcomeFor(hosts())).toContain('169.254.169.254')
  addresses = ['10.0.0.1']
  expect(await outcomeFor(hosts())).toEqual(['https://10.0.0.1:8443'])
  expect(await outcomeFor(hosts(false))).toContain('private')
})

test('a name that changes later is called at the checked address, and refused from the next resolution on', async () => {
  const one = hosts()
  await outcomeFor(one)
  addresses = ['169.254.169.254']
  now = 60_000
  expect(outcomeOf(one.check(url) as CheckedHost)).toEqual(['https://93.184.215.14:8443'])
  expect(outcomeOf(one.check(url) as CheckedHost)).toEqual(['https://93.184.215.14:8443'])
  await new Promise((done) => setImmediate(done))
  expect(lookups).toBe(2)
  expect(await outcomeFor(one)).toContain('169.254.169.254')
})

test('while names cannot be resolved, cached addresses stay valid for a while', async () => {
  const one = hosts()
  await outcomeFor(one)
  addresses = []
  now = 60_000
  void one.check(url)
  await new Promise((done) => setImmediate(done))
  expect(outcomeOf(one.check(url) as CheckedHost)).toEqual(['https://93.184.215.14:8443'])
  now = 600_000
  expect(await outcomeFor(one)).toContain('cannot be looked up')
})

test('addresses that were cached long ago are not used', async () => {
  const one = hosts()
  await outcomeFor(one)
  addresses = ['169.254.169.254']
  now = 600_000
  expect(await outcomeFor(one)).toContain('169.254.169.254')
})

test('addresses, and names that are checked as text, need no resolution', async () => {
  expect(await outcomeFor(hosts(), 'http://[fe80::1]:8080/v1')).toContain('link-local')
  expect(await outcomeFor(hosts(false), 'http://localhost:8080/v1')).toContain('private')
  const literal = { ok: true, pins: [{ origin: 'http://127.0.0.1:3', host: null, tls: null }] }
  expect(await hosts().check('http://127.0.0.1:3/v1')).toEqual(literal as CheckedHost)
  expect(lookups).toBe(0)
})

test('a name without an address is resolved again the next time', async () => {
  addresses = []
  const one = hosts()
  expect(await one.check(url)).toMatchObject({ ok: false, isForbidden: false })
  addresses = ['93.184.215.14']
  expect(await outcomeFor(one)).toEqual(['https://93.184.215.14:8443'])
})

test('the address that was reachable comes first from then on', async () => {
  addresses = ['93.184.215.14', '93.184.215.15']
  const one = hosts()
  const checked = await one.check(url)
  const second = checked.ok ? checked.pins[1] : undefined
  if (!second) throw new Error('there are two')
  one.prefer(url, second)
  expect(await outcomeFor(one)).toEqual(['https://93.184.215.15:8443', 'https://93.184.215.14:8443'])
})
