import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import { createManualClock } from '../../platform/test-clock.ts'
import type { Invalidation } from '../../state/snapshot.ts'
import { setOptions, startTestApp, type TestApp, type TestClient, testPassword } from '../test-app.ts'

// The requests that management tools of 2025 and of 2026 send.

let app: TestApp
let user: TestClient
let other: TestClient
let published: Invalidation[] = []

const clock = createManualClock(Date.now())

beforeAll(async () => {
  app = await startTestApp({ clock, environment: { CRITICAL_RATE_LIMIT_ENABLE: 'true', CRITICAL_RATE_LIMIT: '30' } })
  user = await app.addUser()
  other = await app.addUser()
  app.state.subscribe((change) => published.push(change))
})
afterEach(async () => {
  await app.store.db.deleteFrom('api_tokens').execute()
  published = []
})
afterAll(() => app.close())

async function addToken(name: string, client = user): Promise<ApiToken> {
  const answer = await client.post('/api/token/', { name })
  expect(answer.body).toMatchObject({ success: true })
  return answer.body.data as ApiToken
}
const listIds = async (client = user): Promise<number[]> => {
  const { data } = (await client.get('/api/token/')).body
  return (data as ApiToken[]).map(({ id }) => id).sort((a, b) => a - b)
}

test('an account reads the key of its token by id, 48 characters without a prefix', async () => {
  const { id, key } = await addToken('main')
  const answer = await user.post(`/api/token/${id}/key`)
  expect(answer.body).toMatchObject({ success: true, data: { key } })
  expect(key).toMatch(/^[0-9A-Za-z]{48}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('the key of a foreign, deleted or unknown token is not found', async () => {
  const [foreign, deleted] = [await addToken('foreign', other), await addToken('deleted')]
  await user.delete(`/api/token/${deleted.id}`)
  for (const id of [foreign.id, deleted.id, 99_999]) {
    const { status, body } = await user.post(`/api/token/${id}/key`)
    expect({ status, code: body.code, data: body.data }).toEqual({
      status: 200,
      code: 'not_found',
      data: undefined,
    })
  }
})

test('several keys are read together, without those of other accounts', async () => {
  const [first, second, foreign] = [await addToken('one'), await addToken('two'), await addToken('foreign', other)]
  const ids = [first.id, second.id, second.id, foreign.id, 99_999]
  const keys = { [first.id]: first.key, [second.id]: second.key }
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
])('the body of a batch decides what it does: %s', async (_, buildBody, outcome) => {
  const own = [(await addToken('one')).id, (await addToken('two')).id]
  const foreign = (await addToken('foreign', other)).id
  const { body } = await user.post('/api/token/batch', buildBody([...own, foreign, 99_999]))
  if (outcome === 'created') expect(body.data).toMatchObject([{ name: 'a' }, { name: 'b' }])
  if (outcome === 'deleted') expect(body.data).toBe(2)
  if (outcome === 'refused') expect(body).toMatchObject({ success: false, code: 'invalid_parameters' })
  const left = await listIds()
  expect(left).toEqual(outcome === 'deleted' ? [] : outcome === 'created' ? expect.arrayContaining(own) : own)
  expect(left).toHaveLength({ created: 4, deleted: 0, refused: 2 }[outcome])
  expect(await listIds(other)).toEqual([foreign])
})

test('tokens deleted together are invalid at once, and deleting them again has no effect', async () => {
  const ids = [(await addToken('one')).id, (await addToken('two')).id]
  published = []
  expect((await user.post('/api/token/batch', { ids })).body.data).toBe(2)
  expect(published).toEqual(ids.map((id) => ({ kind: 'token', id })))
  expect((await user.post('/api/token/batch', { ids })).body.data).toBe(0)
})

/** Answers that show a token, as text. */
async function readAll(headers: Record<string, string>, id: number): Promise<Record<string, string>> {
  const paths = {
    newer: '/api/token/?page=1&page_size=10',
    older: '/api/token/?p=0&size=10',
    plain: '/api/token/',
    newerSearch: '/api/token/search?keyword=main&page=1&page_size=10',
    olderSearch: '/api/token/search?keyword=main',
    one: `/api/token/${id}`,
  }
  const read = async (path: string) => JSON.stringify((await user.request('GET', path, undefined, headers)).body)
  const texts = Object.entries(paths).map(async ([name, path]) => [name, await read(path)] as const)
  const changed = await user.request('PUT', '/api/token/', { id, name: 'main' }, headers)
  return { ...Object.fromEntries(await Promise.all(texts)), changed: JSON.stringify(changed.body) }
}
const withWholeKey = (texts: Record<string, string>, key: string) =>
  Object.keys(texts).filter((name) => texts[name]?.includes(key))

test('a session reads whole keys in the older form of a list only', async () => {
  const { id, key } = await addToken('main')
  const texts = await readAll({}, id)
  expect(withWholeKey(texts, key).sort()).toEqual(['older', 'olderSearch', 'plain'])
  const masked = `${key.slice(0, 4)}**********${key.slice(-4)}`
  for (const name of ['newer', 'newerSearch', 'one', 'changed']) expect(texts[name]).toContain(`"key":"${masked}"`)
})

test('a masked key that is sent back changes nothing', async () => {
  const { id, key } = await addToken('main')
  const { data } = (await user.get(`/api/token/${id}`)).body
  expect((await user.put('/api/token/', data)).body.success).toBe(true)
  expect((await user.post(`/api/token/${id}/key`)).body.data).toEqual({ key })
})

test('a program with a system access token reads whole keys, masked in the newer form of a list', async () => {
  const { id, key } = await addToken('main')
  const { data: access } = (await user.post('/api/user/token')).body
  const headers = { cookie: '', authorization: `Bearer ${access}` }
  const texts = await readAll(headers, id)
  expect(withWholeKey(texts, key).sort()).toEqual(['changed', 'older', 'olderSearch', 'one', 'plain'])
})

test('a session reads a whole key within an hour of a sign-in or a proof, a program at any time', async () => {
  const owner = await app.addUser()
  const { id, key } = await addToken('main', owner)
  const { data: access } = (await owner.post('/api/user/token')).body
  clock.advance(60 * 60_000 - 1)
  expect((await owner.post(`/api/token/${id}/key`)).body).toMatchObject({ success: true, data: { key } })
  clock.advance(1)
  const routes = [
    [`/api/token/${id}/key`, undefined, { key }],
    ['/api/token/batch/keys', { ids: [id] }, { keys: { [id]: key } }],
  ] as const
  for (const [path, body, data] of routes) {
    const refused = await owner.post(path, body)
    expect(refused.body).toMatchObject({ success: false, code: 'owner_proof_required' })
    expect(JSON.stringify(refused.body)).not.toContain(key)
    const program = { cookie: '', authorization: `Bearer ${access}` }
    expect((await owner.request('POST', path, body, program)).body).toMatchObject({ success: true, data })
  }
  const proved = await owner.post('/api/user/prove', { password: testPassword })
  const cookie = proved.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const [path, body, data] of routes)
    expect((await owner.request('POST', path, body, { cookie })).body).toMatchObject({ success: true, data })
  await setOptions(app, { OwnerProofMinutes: '10' })
  clock.advance(10 * 60_000)
  const { body } = await owner.request('POST', `/api/token/${id}/key`, undefined, { cookie })
  expect(body).toMatchObject({ code: 'owner_proof_required', params: { minutes: 10 } })
})

test('reading keys counts towards the limit of critical actions', async () => {
  const { id } = await addToken('main')
  const statuses = new Set<number>()
  for (let call = 0; call <= 30; call++) statuses.add((await user.post(`/api/token/${id}/key`)).status)
  expect([...statuses]).toEqual([200, 429])
  // Other routes are not limited.
  expect(await listIds()).toEqual([id])
})
