import { expect, test } from 'bun:test'
import { ruled } from '../core/billing/test-prices.ts'
import { depositOf } from './batch-price.ts'
import { readBatchFile } from './read-batch-requests.ts'
import { markOfRequest } from './stored-details.ts'

const request = (id: string, size?: string, more: object = {}) =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: {
      model: 'm',
      messages: [{ role: 'user', content: 'a river' }],
      ...(size && { image_config: { image_size: size } }),
      ...more,
    },
  })
const read = async (lines: readonly string[]) => {
  const { shares } = await readBatchFile(new TextEncoder().encode(lines.join('\n')), async () => {})
  const { m: share } = shares
  if (!share) throw new Error('no share')
  return share
}

test('what requests say that they make is noted for each of them, or once for all', async () => {
  expect(await read([request('a'), request('b')])).not.toHaveProperty('made')
  expect((await read([request('a', '4K'), request('b', '4k')])).made).toEqual([
    { made: { resolution: '4k' }, ids: null },
  ])
  expect((await read([request('a', '4K'), request('b', '2K'), request('c', '4K')])).made).toEqual([
    { made: { resolution: '4k' }, ids: [markOfRequest('a'), markOfRequest('c')] },
    { made: { resolution: '2k' }, ids: [markOfRequest('b')] },
  ])
})

test('requests that ask for a cache of an hour are noted', async () => {
  const hour = { tools: [{ type: 'function', cache_control: { type: 'ephemeral', ttl: '1h' } }] }
  expect(await read([request('a'), request('b')])).not.toHaveProperty('hourly')
  expect((await read([request('a', '', hour), request('b', '', hour)])).hourly).toBeNull()
  expect((await read([request('a'), request('b', '', hour)])).hourly).toEqual([markOfRequest('b')])
})

test('more kinds of pictures than rows may be made are refused', async () => {
  const lines = Array.from({ length: 101 }, (_, index) => request(String(index), `${index}k`))
  expect((await read(lines.slice(1))).made).toHaveLength(100)
  try {
    await read(lines)
    throw new Error('passed')
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request' })
  }
})

test('the deposit is at the highest price of what the requests make', async () => {
  const price = ruled([
    { when: { resolution: '4k' }, set: { factor: 3 } },
    { when: { source: 'image' }, set: { factor: 10 }, stacks: true },
  ])
  const terms = { price, groupRatio: 1, quotaPerUnit: 500_000, openAnswerTokens: 100 }
  const limited = { max_tokens: 1_000 }
  const plain = Number(
    depositOf(await read([request('a', undefined, limited), request('b', undefined, limited)]), terms),
  )
  const large = Number(depositOf(await read([request('a', '4k', limited), request('b', '2k', limited)]), terms))
  expect(large).toBe(plain * 3)
})
