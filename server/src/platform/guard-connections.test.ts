import { expect, test } from 'bun:test'
import type { AcceptedConnection } from './accepted-connections.ts'
import { createBusyPorts } from './busy-ports.ts'
import { chooseIdle, closeIdle } from './guard-connections.ts'
import { callsWithin, countOpenFiles, countReservedDescriptors, readOpenFilesMax } from './open-files.ts'

const connection = (address: string, peerPort: number, hasBytes = false): AcceptedConnection => ({
  descriptor: peerPort,
  address,
  peerPort,
  hasBytes,
})
const createConnections = (address: string, count: number, from: number) =>
  Array.from({ length: count }, (_, index) => connection(address, from + index))

function closeWith(inUse: number, connections: AcceptedConnection[], busy: number[] = []) {
  const busyPorts = createBusyPorts()
  for (const port of busy) busyPorts.enter(port)
  const ended: AcceptedConnection[] = []
  const closed = closeIdle({
    connections: { list: () => connections, end: (closing) => void ended.push(closing) },
    busyPorts,
    openFilesMax: 1_024,
    countOpenFiles: () => inUse,
  })
  expect(closed).toBe(ended.length)
  return ended
}

test('nothing is closed before the reserve is used', () => {
  expect(closeWith(1_024 - 128 - 1, createConnections('a', 800, 1))).toEqual([])
})

test('near the limit enough connections are closed to free twice the reserve', () => {
  expect(closeWith(1_024, createConnections('a', 1_000, 1))).toHaveLength(256)
  expect(closeWith(1_024 - 128, createConnections('a', 1_000, 1))).toHaveLength(128)
})

test('connections with a call or with pending bytes stay, whatever is needed', () => {
  const busy = createConnections('a', 10, 1)
  const withPendingBytes = [connection('a', 50, true), connection('b', 51, true)]
  const ended = closeWith(
    1_024,
    [...busy, ...withPendingBytes, ...createConnections('a', 5, 100)],
    busy.map(({ peerPort }) => peerPort),
  )
  expect(ended.map(({ peerPort }) => peerPort).sort()).toEqual([100, 101, 102, 103, 104])
})

test('the address with most connections loses them first; busy connections count', () => {
  const list = [
    ...createConnections('few', 3, 1),
    ...createConnections('crowd', 500, 1_000),
    ...createConnections('busy', 4, 2_000),
  ]
  const order = chooseIdle(list, ({ address, peerPort }) => address === 'busy' && peerPort < 2_003)
  expect(order).toHaveLength(504)
  expect(order.slice(0, 496).every(({ address }) => address === 'crowd')).toBe(true)
  // The fourth connection of an address is closed before the third one of others.
  expect(
    order
      .slice(496, 498)
      .map(({ address }) => address)
      .sort(),
  ).toEqual(['busy', 'crowd'])
  expect(order.slice(-3).map(({ address }) => address)).toContain('few')
})

test('a port stays busy until every call on it has ended', () => {
  const ports = createBusyPorts()
  const [first, second] = [ports.enter(443), ports.enter(443)]
  first()
  expect(ports.has(443)).toBe(true)
  second()
  expect(ports.has(443)).toBe(false)
})

test('calls need two descriptors each, beside twice the reserve', () => {
  expect(callsWithin(1_024)).toBe(384)
  expect(2 * callsWithin(65_536) + 2 * countReservedDescriptors(65_536)).toBeLessThanOrEqual(65_536)
  expect(callsWithin(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
  expect(callsWithin(64)).toBe(1)
})

test('the open descriptors of this process are counted, and have a limit', () => {
  const limit = readOpenFilesMax()
  if (limit === null) return
  expect(countOpenFiles(limit)).toBeWithin(3, limit)
})
