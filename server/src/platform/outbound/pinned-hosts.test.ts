import { beforeEach, expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import { type CheckedHost, createPinnedHosts, type PinnedHosts } from './pinned-hosts.ts'

let now = 0
let addresses: string[] = []
let lookups = 0
const resolve = async () => {
  lookups++
  if (addresses.length === 0) throw new Error('no such name')
  return addresses
}
const createHosts = (allowPrivate = true) =>
  createPinnedHosts({ clock: { monotonic: () => now }, allowPrivate, resolve })
const url = 'https://api.example:8443/v1/chat/completions'
const checkOutcome = async (pinned: PinnedHosts, checkedUrl = url) => readOutcome(await pinned.check(checkedUrl))
const readOutcome = (checked: CheckedHost) =>
  checked.ok ? checked.pins.map(({ origin }) => origin) : render('en', 'reasons', checked.reason)

beforeEach(() => {
  now = 0
  lookups = 0
  addresses = ['93.184.215.14']
})

test('a name is replaced by its addresses, IPv4 first, and sent beside them', async () => {
  addresses = ['2001:4860::1', '93.184.215.14']
  const tls = { serverName: 'api.example' }
  expect(await createHosts().check(url)).toEqual({
    ok: true,
    pins: [
      { origin: 'https://93.184.215.14:8443', host: 'api.example:8443', tls },
      { origin: 'https://[2001:4860::1]:8443', host: 'api.example:8443', tls },
    ],
  })
  expect(await createHosts().check('http://api.example/v1')).toMatchObject({
    pins: [{ origin: 'http://93.184.215.14', host: 'api.example', tls: null }, {}],
  })
})

test('a name is resolved once a minute, and cached in between', async () => {
  const pinned = createHosts()
  await pinned.check(url)
  expect(pinned.check('https://api.example:8443/other')).not.toBeInstanceOf(Promise)
  expect(lookups).toBe(1)
})

test('a name is refused if one of its addresses is forbidden', async () => {
  addresses = ['93.184.215.14', '169.254.169.254']
  expect(await checkOutcome(createHosts())).toContain('169.254.169.254')
  addresses = ['10.0.0.1']
  expect(await checkOutcome(createHosts())).toEqual(['https://10.0.0.1:8443'])
  expect(await checkOutcome(createHosts(false))).toContain('private')
})

test('a name that changes later is called at the checked address, and refused from the next resolution on', async () => {
  const pinned = createHosts()
  await checkOutcome(pinned)
  addresses = ['169.254.169.254']
  now = 60_000
  expect(readOutcome(pinned.check(url) as CheckedHost)).toEqual(['https://93.184.215.14:8443'])
  expect(readOutcome(pinned.check(url) as CheckedHost)).toEqual(['https://93.184.215.14:8443'])
  await new Promise((done) => setImmediate(done))
  expect(lookups).toBe(2)
  expect(await checkOutcome(pinned)).toContain('169.254.169.254')
})

test('while names cannot be resolved, cached addresses stay valid for a while', async () => {
  const pinned = createHosts()
  await checkOutcome(pinned)
  addresses = []
  now = 60_000
  void pinned.check(url)
  await new Promise((done) => setImmediate(done))
  expect(readOutcome(pinned.check(url) as CheckedHost)).toEqual(['https://93.184.215.14:8443'])
  now = 600_000
  expect(await checkOutcome(pinned)).toContain('cannot be looked up')
})

test('addresses that were cached long ago are not used', async () => {
  const pinned = createHosts()
  await checkOutcome(pinned)
  addresses = ['169.254.169.254']
  now = 600_000
  expect(await checkOutcome(pinned)).toContain('169.254.169.254')
})

test('addresses, and names that are checked as text, need no resolution', async () => {
  expect(await checkOutcome(createHosts(), 'http://[fe80::1]:8080/v1')).toContain('link-local')
  expect(await checkOutcome(createHosts(false), 'http://localhost:8080/v1')).toContain('private')
  const literal = { ok: true, pins: [{ origin: 'http://127.0.0.1:3', host: null, tls: null }] }
  expect(await createHosts().check('http://127.0.0.1:3/v1')).toEqual(literal as CheckedHost)
  expect(lookups).toBe(0)
})

test('a name without an address is resolved again the next time', async () => {
  addresses = []
  const pinned = createHosts()
  expect(await pinned.check(url)).toMatchObject({ ok: false, isForbidden: false })
  addresses = ['93.184.215.14']
  expect(await checkOutcome(pinned)).toEqual(['https://93.184.215.14:8443'])
})

test('the address that was reachable comes first from then on', async () => {
  addresses = ['93.184.215.14', '93.184.215.15']
  const pinned = createHosts()
  const checked = await pinned.check(url)
  const second = checked.ok ? checked.pins[1] : undefined
  if (!second) throw new Error('there are two')
  pinned.prefer(url, second)
  expect(await checkOutcome(pinned)).toEqual(['https://93.184.215.15:8443', 'https://93.184.215.14:8443'])
})
