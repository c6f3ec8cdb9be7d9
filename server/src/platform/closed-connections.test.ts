import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Connection, wasClosedHere } from './closed-connections.ts'

/** A connection that one side closes, as the server knows it afterwards. */
async function closeBy(side: 'server' | 'client', host: string): Promise<Connection> {
  const server = createServer({ allowHalfOpen: false }).listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const accepting = once(server, 'connection') as Promise<[Socket]>
  const client = connect(port, host)
  const [accepted] = await accepting
  const connection = { port, peerAddress: accepted.remoteAddress ?? '', peerPort: accepted.remotePort ?? 0 }
  const ended = Promise.all([once(client, 'close'), once(accepted, 'close')])
  for (const socket of [client, accepted]) socket.resume()
  ;(side === 'server' ? accepted : client).end()
  await ended
  server.close()
  return connection
}

test.skipIf(process.platform !== 'linux').each(['127.0.0.1', '::1'])(
  'the side that ended a connection from %s is known',
  async (host) => {
    const [ours, theirs] = await Promise.all([closeBy('server', host), closeBy('client', host)])
    expect(await Promise.all([ours, theirs].map(wasClosedHere))).toEqual([true, false])
    expect(await wasClosedHere({ ...ours, peerPort: theirs.peerPort })).toBe(false)
    expect(await wasClosedHere({ ...ours, peerAddress: '' })).toBe(false)
  },
)
