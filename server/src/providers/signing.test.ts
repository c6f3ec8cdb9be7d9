import { expect, test } from 'bun:test'
import { type SignRequest, signed } from './signing.ts'

const request = {
  url: 'https://host.example/path',
  headers: { accept: 'application/json' },
  body: Buffer.from('{}'),
  proxy: 'http://proxy.example',
}
const at = { key: 'k', now: () => 1_760_000_000_000 }

test('a provider without a signature gets the same request object, and no clock is read', () => {
  const now = () => {
    throw new Error('the clock was read')
  }
  expect(signed({}, request, { key: 'k', now })).toBe(request)
})

test('a signature covers address, body, method and time, and keeps everything else', () => {
  const sign: SignRequest = ({ method, url, body }, key, now) => ({
    headers: { authorization: `${method} ${url} ${Buffer.from(body)} ${key} ${now}` },
  })
  expect(signed({ sign }, request, at)).toEqual({
    ...request,
    headers: {
      accept: 'application/json',
      authorization: 'POST https://host.example/path {} k 1760000000000',
    },
  })
})

test('a signature may be asynchronous and change the address', async () => {
  const sign: SignRequest = async ({ url }) => ({ url: `${url}?signature=1` })
  const sent = signed({ sign }, { ...request, method: 'GET' }, at)
  expect(sent).toBeInstanceOf(Promise)
  expect(await sent).toEqual({ ...request, method: 'GET', url: 'https://host.example/path?signature=1' })
})
