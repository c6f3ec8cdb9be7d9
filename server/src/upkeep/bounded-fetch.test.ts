import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type BoundedRequest, boundedFetch } from './bounded-fetch.ts'

let upstream: Bun.Server<undefined>
beforeAll(() => {
  upstream = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => Response.json({ host: request.headers.get('host') }),
  })
})
afterAll(() => upstream.stop(true))

const call = (more: Partial<BoundedRequest>) =>
  boundedFetch({
    url: `http://upstream.example:${upstream.port}/v1/models`,
    ...{ headers: {}, timeoutMs: 5_000, bytesMax: 1_000, allowPrivate: true, ...more },
  })
const refusal = async (more: Partial<BoundedRequest>) => {
  try {
    await call(more)
    return 'called'
  } catch (error) {
    return String(error)
  }
}

test('a call goes to the checked address; the name is resolved once, and cached', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => [asked.push(host) === 1 ? '127.0.0.1' : '169.254.169.254']
  const { status, text } = await call({ resolve })
  expect({ status, text }).toEqual({ status: 200, text: `{"host":"upstream.example:${upstream.port}"}` })
  expect(asked).toEqual(['upstream.example'])
})

test('one forbidden address among several is enough to refuse', async () => {
  expect(await refusal({ resolve: async () => ['127.0.0.1', '169.254.169.254'] })).toContain('metadata')
  expect(await refusal({ resolve: async () => ['127.0.0.1'], allowPrivate: false })).toContain('private')
})
