import { expect, test } from 'bun:test'
import { assertPortIsFree, findPort } from './port.ts'

const HOST = '127.0.0.1'

test('a port on which another server listens is refused, even if that server would share it', async () => {
  for (const reusePort of [false, true]) {
    const server = Bun.serve({ hostname: HOST, port: 0, reusePort, fetch: () => new Response() })
    const PORT = server.port ?? 0
    expect(await assertPortIsFree({ HOST, PORT }).catch(String)).toContain(`Port ${PORT} is in use`)
    await server.stop(true)
    await assertPortIsFree({ HOST, PORT })
  }
})

test('an address of another machine, and a name that leads nowhere, are named with what HOST may be', async () => {
  for (const other of ['203.0.113.9', 'nowhere.invalid'])
    expect(await findPort({ HOST: other, PORT: 40_123 }).catch(String)).toMatch(
      new RegExp(`cannot listen on ${other}, port 40123 .*HOST must be an address of this machine`),
    )
})

test('port 0 gives a free port', async () => {
  expect(await findPort({ HOST, PORT: 0 })).toBeGreaterThan(0)
})
