import { describe, expect, test } from 'bun:test'
import {
  addressObjection,
  calledBackObjection,
  destinationObjection,
  fetchedObjection,
  isPublicAddress,
  parseOutboundAllow,
} from './address-policy.ts'

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBeTrue(),
  )

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b:1::808:808',
    '2002:808:808::1',
    '2001:0:1::1',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'example.com',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBeFalse())
})

describe('exceptions', () => {
  const objection = (allow: string, host: string, address: string, port: number) =>
    destinationObjection({ host, address, port }, parseOutboundAllow(allow))

  test('without an exception: public addresses, on two ports', () => {
    expect(objection('', 'a.example', '8.8.8.8', 443)).toBeNull()
    expect(objection('', 'a.example', '8.8.8.8', 80)).toBeNull()
    expect(objection('', 'a.example', '8.8.8.8', 22)?.code).toBe('portNotWeb')
    expect(objection('', 'a.example', '10.0.0.1', 443)?.code).toBe('notPublicAddress')
  })

  test('by name, on that port alone', () => {
    const allow = 'media.corp:8080, other.corp:80'
    expect(objection(allow, 'Media.corp', '10.0.0.1', 8080)).toBeNull()
    expect(objection(allow, 'media.corp', '10.0.0.1', 80)).not.toBeNull()
    expect(objection(allow, 'media.corp.evil', '10.0.0.1', 8080)).not.toBeNull()
    expect(objection(allow, '10.0.0.1', '10.0.0.1', 8080)).not.toBeNull()
  })

  test('by network, whatever the name', () => {
    const allow = '10.1.0.0/16:8080,[fd00::/8]:443,::1:8081'
    expect(objection(allow, 'a.example', '10.1.2.3', 8080)).toBeNull()
    expect(objection(allow, 'a.example', '10.2.2.3', 8080)).not.toBeNull()
    expect(objection(allow, 'a.example', 'fd00::1', 443)).toBeNull()
    expect(objection(allow, '::1', '::1', 8081)).toBeNull()
    expect(objection(allow, 'a.example', '::ffff:10.1.2.3', 8080)).not.toBeNull()
  })

  test('never for link-local and metadata addresses', () => {
    const allow = '169.254.169.254:80,fe80::/10:80,metadata.google.internal:80,a.example:80'
    expect(objection(allow, '169.254.169.254', '169.254.169.254', 80)).not.toBeNull()
    expect(objection(allow, 'a.example', 'fe80::1', 80)).not.toBeNull()
    expect(objection(allow, 'a.example', '::ffff:169.254.1.1', 80)).not.toBeNull()
    expect(objection(allow, 'metadata.google.internal', '10.0.0.1', 80)).not.toBeNull()
  })

  test.each(['10.0.0.1', '10.0.0.0/8', 'host:', 'host:0', 'host:65536', 'http://host:80', 'a b:80', '*:80'])(
    '%s is refused as an exception',
    (text) => expect(() => parseOutboundAllow(text)).toThrow(text),
  )
})

test('an IPv4 address is recognised in every IPv6 form that embeds it', () => {
  for (const [metadata, inside] of [
    ['169.254.169.254', '127.0.0.1'],
    ['::a9fe:a9fe', '::7f00:1'],
    ['::ffff:a9fe:a9fe', '::ffff:7f00:1'],
    ['64:ff9b::a9fe:a9fe', '64:ff9b::7f00:1'],
    ['2002:a9fe:a9fe::', '2002:7f00:1::'],
  ] as const) {
    expect(addressObjection(metadata, true)?.code).toBe('metadataAddress')
    expect(addressObjection(inside, false)?.code).toBe('privateAddress')
  }
  expect(addressObjection('::1', true)).toBeNull()
})

test('an address of an account must be a public https address, or one that the operator allows', () => {
  const allowed = parseOutboundAllow('hooks.internal:8443, 10.0.0.0/8:443, 10.0.0.0/8:9443')
  const accepted = [
    'https://hooks.example/x',
    'https://hooks.internal:8443/',
    'https://10.1.2.3/',
    'https://8.8.8.8/',
    'https://hooks.example:9443/',
  ]
  for (const url of accepted)
    expect({ url, objection: calledBackObjection(url, allowed) }).toEqual({ url, objection: null })
  const refused = [
    'http://hooks.example/',
    'https://a:b@hooks.example/',
    'https://hooks.example:8443/',
    'nonsense',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://192.168.1.1/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://2130706433/',
    'https://100.64.0.1/',
  ]
  for (const url of refused)
    expect({ url, isRefused: calledBackObjection(url, []) !== null }).toEqual({ url, isRefused: true })
})

test('a file at an address of this network can never be fetched, unless the operator allows it', () => {
  const isRefused = (url: string, allowed = '') => fetchedObjection(url, parseOutboundAllow(allowed)) !== null
  const inside = ['http://169.254.169.254/v', 'http://127.0.0.1/v', 'http://localhost:4713/v', 'http://[::1]/v.mp4']
  expect(inside.map((url) => isRefused(url))).toEqual([true, true, true, true])
  expect(isRefused('http://localhost:4713/v', 'localhost:4713')).toBe(false)
  expect(isRefused('http://169.254.169.254/v', '169.254.0.0/16:80')).toBe(true)
  const outside = [
    'https://cdn.example/v.mp4?x=1',
    'http://cdn.example/v',
    'https://8.8.8.8/v',
    'http://cdn.example:443/',
  ]
  expect(outside.map((url) => isRefused(url))).toEqual([false, false, false, false])
})
