import { expect, test } from 'bun:test'
import { isLocalPerson, type Peer } from './local-peer.ts'

const peer = { address: '127.0.0.1', port: 40_000, serverPort: 3000 }
const own = () => process.getuid?.() ?? 0
const ask = (
  { url = 'http://localhost:3000/api/setup', headers = {} }: { url?: string; headers?: Record<string, string> },
  { address = '127.0.0.1', owner = own }: { address?: string; owner?: () => number | null } = {},
) => isLocalPerson(new Request(url, { headers }), { ...peer, address }, owner)

test('a browser and a command of this machine are local', () => {
  expect(ask({})).toBe(true)
  expect(ask({ url: 'http://127.0.0.1:3000/api/setup', headers: { origin: 'http://127.0.0.1:3000' } })).toBe(true)
  expect(ask({ url: 'http://[::1]:3000/api/setup' }, { address: '::1' })).toBe(true)
  expect(ask({}, { address: '::ffff:127.0.0.1', owner: () => 0 })).toBe(true)
})

test('other machines are not, whatever they claim', () => {
  for (const address of ['192.0.2.1', '10.0.0.2', '', '2001:db8::1']) expect(ask({}, { address })).toBe(false)
})

test('a request through a proxy on this machine is not local', () => {
  for (const name of ['x-forwarded-for', 'X-Forwarded-Proto', 'Forwarded', 'via', 'x-real-ip', 'CF-Connecting-IP'])
    expect(ask({ headers: { [name]: '127.0.0.1' } })).toBe(false)
  expect(ask({ url: 'https://ai.example.com/api/setup' })).toBe(false)
  expect(ask({ url: 'http://sluice/api/setup' })).toBe(false)
  expect(ask({ headers: { origin: 'https://ai.example.com' } })).toBe(false)
  expect(ask({ headers: { origin: 'null' } })).toBe(false)
})

test.if(process.platform === 'linux')('a silent proxy runs as another user', () => {
  expect(ask({}, { owner: () => own() + 1_000 })).toBe(false)
  expect(ask({}, { owner: () => null })).toBe(false)
})

test('the owner of a connection is found', async () => {
  const found: boolean[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, self) {
      const other = self.requestIP(request)
      const here: Peer = { address: other?.address ?? '', port: other?.port ?? 0, serverPort: self.port ?? 0 }
      found.push(isLocalPerson(request, here), isLocalPerson(request, { ...here, port: 1 }))
      return new Response('')
    },
  })
  await fetch(`http://127.0.0.1:${server.port}/`)
  await server.stop(true)
  expect(found).toEqual([true, process.platform !== 'linux'])
})
