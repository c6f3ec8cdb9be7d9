import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import type { Invalidation } from '../../state/snapshot.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

// Requests as management tools of 2025 and of 2026 send them, side by side.

let app: TestApp
let user: TestClient
let other: TestClient
let published: Invalidation[] = []

beforeAll(async () => {
  app = await startTestApp({ environment: { CRITICAL_RATE_LIMIT_ENABLE: 'true', CRITICAL_RATE_LIMIT: '20' } })
  user = await app.addUser()
  other = await app.addUser()
  app.state.subscribe((change) => published.push(change))
})
afterEach(async () => {
  await app.store.db.deleteFrom('api_tokens').execute()
  published = []
})
afterAll(() => app.close())

async function add(name: string, who = user): Promise<ApiToken> {
  const answer = await who.post('/api/token/', { name })
  expect(answer.body).toMatchObject({ success: true })
  return answer.body.data as ApiToken
}
const listed = async (who = user): Promise<number[]> => {
  const { data } = (await who.get('/api/token/')).body
  return (data as ApiToken[]).map(({ id }) => id).sort((a, b) => a - b)
}

test('the key of an own token is read by its id, with 48 characters and no prefix', async () => {
  const { id, key } = await add('main')
  const answer = await user.post(`/api/token/${id}/key`)
  expect(answer.body).toMatchObject({ success: true, data: { key } })
  expect(key).toMatch(/^[0-9A-Za-z]{48}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a token of another account, a deleted one and an unknown one have no key', async () => {
  const [foreign, gone] = [await add('foreign', other), await add('gone')]
  await user.delete(`/api/token/${gone.id}`)
  for (const id of [foreign.id, gone.id, 99_999]) {
    const { status, body } = await user.post(`/api/token/${id}/key`)
    expect({ status, code: body.code, data: body.data }).toEqual({
      status: 200,
      code: 'not_found',
      data: undefined,
    })
  }
})

test('several keys are read at once; those of others are left out', async () => {
  const [one, two, foreign] = [await add('one'), await add('two'), await add('foreign', other)]
  const ids = [one.id, two.id, two.id, foreign.id, 99_999]
  const keys = { [one.id]: one.key, [two.id]: two.key }
  expect((await user.post('/api/token/batch/keys', { ids })).body.data).toEqual({ keys })
  expect((await user.post('/api/token/batch/keys', { ids: [foreign.id] })).body.data).toEqual({ keys: {} })
  const many = Array.from({ length: 101 }, (_, index) => index + 1)
  for (const wrong of [{}, { ids: [] }, { ids: many }, { ids: ['1'] }])
    expect((await user.post('/api/token/batch/keys', wrong)).body.fields).toBeDefined()
})

test.each<[string, (ids: number[]) => object, 'created' | 'deleted' | 'refused']>([
  ['names create', () => ({ names: ['a', 'b'], remain_quota: 5 }), 'created'],
  ['ids delete', (ids) => ({ ids }), 'deleted'],
  ['both', (ids) => ({ names: ['a'], ids }), 'refused'],
  ['neither', () => ({}), 'refused'],
  ['no ids', () => ({ ids: [] }), 'refused'],
])('the body of a batch decides what it does: %s', async (_, bodyOf, outcome) => {
  const own = [(await add('one')).id, (await add('two')).id]
  const foreign = (await add('foreign', other)).id
  const { body } = await user.post('/api/token/batch', bodyOf([...own, foreign, 99_999]))
  if (outcome === 'created') expect(body.data).toMatchObject([{ name: 'a' }, { name: 'b' }])
  if (outcome === 'deleted') expect(body.data).toBe(2)
  if (outcome === 'refused') expect(body).toMatchObject({ success: false, code: 'invalid_parameters' })
  const left = await listed()
  expect(left).toEqual(outcome === 'deleted' ? [] : outcome === 'created' ? expect.arrayContaining(own) : own)
  expect(left).toHaveLength({ created: 4, deleted: 0, refused: 2 }[outcome])
  expect(await listed(other)).toEqual([foreign])
})

test('tokens deleted together stop at once, and the same again deletes nothing', async () => {
  const ids = [(await add('one')).id, (await add('two')).id]
  published = []
  expect((await user.post('/api/token/batch', { ids })).body.data).toBe(2)
  expect(published).toEqual(ids.map((id) => ({ kind: 'token', id })))
  expect((await user.post('/api/token/batch', { ids })).body.data).toBe(0)
})

test('reading keys counts towards the limit of critical actions', async () => {
  const { id } = await add('main')
  const statuses = new Set<number>()
  for (let call = 0; call <= 20; call++) statuses.add((await user.post(`/api/token/${id}/key`)).status)
  expect([...statuses]).toEqual([200, 429])
  // Other routes are not concerned.
  expect(await listed()).toEqual([id])
})
