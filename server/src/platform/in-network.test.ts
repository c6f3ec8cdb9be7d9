import { expect, test } from 'bun:test'
import ipaddr from 'ipaddr.js'
import { isInNetwork } from './in-network.ts'

test.each([
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.1.2.3', '10.0.0.0/8', false],
  ['10.1.2.3', '10.1.2.3/32', true],
  ['fd00::1', 'fd00::/8', true],
  ['fe80::1', 'fd00::/8', false],
  ['fd00::1', '10.0.0.0/8', false],
  ['10.1.2.3', '::/0', false],
])('%p is in %p: %p', (address, network, expected) => {
  expect(isInNetwork(ipaddr.parse(address), ipaddr.parseCIDR(network))).toBe(expected)
})
