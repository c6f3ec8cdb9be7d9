import { afterAll, beforeAll, expect, test } from 'bun:test'
import { serveLocally } from '../platform/test-port.ts'
import { type BoundedRequest, boundedFetch } from './bounded-fetch.ts'

let upstream: Bun.Server<undefined>
beforeAll(() => {
  upstream = serveLocally((request) => Response.json({ host: request.headers.get('host') }))
})
afterAll(() => upstream.stop(true))

const call = (more: Partial<BoundedRequest>) =>
  boundedFetch({
    url: `http://upstream.example:${upstream.port}/v1/models`,
    headers: {},
    timeoutMs: 5_000,
    bytesMax: 1_000,
    allowPrivate: true,
    ...more,
  })
const readOutcome = async (more: Partial<BoundedRequest>) => {
  try {
    await call(more)
    return 'called'
  } catch (error) {
    return String(error)
  }
}

test('a call is sent to the checked address, because the name is resolved only once', async () => {
  const resolvedHosts: string[] = []
  const resolve = async (host: string) => [resolvedHosts.push(host) === 1 ? '127.0.0.1' : '169.254.169.254']
  const { status, text } = await call({ resolve })
  expect({ status, text }).toEqual({ status: 200, text: `{"host":"upstream.example:${upstream.port}"}` })
  expect(resolvedHosts).toEqual(['upstream.example'])
})

test('a call is refused if any resolved address is forbidden', async () => {
  expect(await readOutcome({ resolve: async () => ['127.0.0.1', '169.254.169.254'] })).toContain('metadata')
  expect(await readOutcome({ resolve: async () => ['127.0.0.1'], allowPrivate: false })).toContain('private')
})
