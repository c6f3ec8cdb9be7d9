import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { PublicPriceChange } from '@sluice/contract/public-price-history'
import { setOptions, startTestApp, type TestApp } from '../test-app.ts'
import { buildPublicHistory } from './public-price-history.ts'

const dayMs = 86_400_000
const entry = (ratio: number | null, more: object = {}) =>
  JSON.stringify({
    origin: 'tables',
    fields: ratio === null ? {} : { ratio, completion_ratio: 4 },
    rules: [],
    expression: null,
    ...more,
  })

test('changes of one day are one, and changes that readers do not see are none', () => {
  const changes = buildPublicHistory('gpt-4o', [
    { created_at: 9 * dayMs + 2, before: entry(2), after: entry(1) },
    { created_at: 9 * dayMs + 1, before: entry(3), after: entry(2) },
    { created_at: 8 * dayMs + 2, before: entry(9), after: entry(3) },
    { created_at: 8 * dayMs + 1, before: entry(3), after: entry(9) },
    { created_at: 7 * dayMs, before: entry(3), after: entry(3, { cost: { ratio: 0.1 } }) },
    { created_at: 6 * dayMs, before: entry(null), after: entry(3, { origin: 'markup' }) },
  ])
  expect(changes.map(({ at, before, after }) => [at, before?.model_ratio, after?.model_ratio])).toEqual([
    [9 * 86_400, 3, 1],
    [6 * 86_400, undefined, 3],
  ])
  expect(JSON.stringify(changes)).not.toMatch(/cost|markup|origin/)
})

test('of several kinds of price, the line has the one that is charged', () => {
  const fields = { ratio: 2, second_price: 0.1 }
  const row = { created_at: dayMs, before: entry(1), after: entry(2, { fields }) }
  const [change] = buildPublicHistory('gpt-4o', [row])
  expect(change?.after).toMatchObject({ quota_type: 0, model_ratio: 2 })
})

test('a price that an expression makes has no line', () => {
  const row = { created_at: dayMs, before: entry(1), after: entry(1, { expression: 'p * 2' }) }
  expect(buildPublicHistory('gpt-4o', [row])).toEqual([])
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const root = await app.addUser({ role: 100 })
  await root.post('/api/channel/', { name: 'a', key: 'k', models: 'gpt-4o', group: 'default' })
  await root.post('/api/channel/', { name: 'b', key: 'k', models: 'inside', group: 'svip' })
  for (const [key, value] of [
    ['ModelRatio', '{"gpt-4o":1.25,"inside":1}'],
    ['ModelRatio', '{"gpt-4o":2,"inside":3}'],
  ] as const)
    await root.put('/api/option/', { key, value })
})
afterAll(() => app.close())

const read = async (model: string) => {
  const answer = await app.send(`/api/price_history?model=${model}`)
  return { status: answer.status, body: (await answer.json()) as { data?: { changes: PublicPriceChange[] } } }
}

test('visitors read how a price changed that they may see, and of others nothing', async () => {
  const { body } = await read('gpt-4o')
  expect(body.data?.changes[0]?.after).toMatchObject({ quota_type: 0, model_ratio: 2 })
  expect((await read('inside')).body.data?.changes).toEqual([])
  expect((await read('nothing')).body.data?.changes).toEqual([])
})

test('where prices need a login, so does their history', async () => {
  await setOptions(app, { HeaderNavModules: JSON.stringify({ pricing: { enabled: true, requireAuth: true } }) })
  expect((await read('gpt-4o')).status).toBe(401)
})
