import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addToken, startTestApp, type TestApp, type TestClient } from '../test-app.ts'
import { resolveNames } from './resolve-names.ts'

let app: TestApp
let ada: TestClient
let tokenId = 0
beforeAll(async () => {
  app = await startTestApp()
  ada = await app.addUser({ username: 'ada' })
  tokenId = (await addToken(ada, 'tool')).id
  const entry = { user_id: ada.id, kind: 'charge', amount: -5, note: '', created_at: 10_000_000 } as const
  await app.store.db
    .insertInto('ledger_entries')
    .values({ ...entry, ref: 'request-1' })
    .execute()
})
afterAll(() => app.close())

const resolve = (filter: Parameters<typeof resolveNames>[1]) => resolveNames(app.store.db, filter)

test('names are replaced by the ids of their current owners, also those of deleted tokens', async () => {
  expect(await resolve({ username: 'ada' })).toEqual({ userId: ada.id })
  expect(await resolve({ tokenName: 'tool' })).toEqual({ tokenIds: [tokenId] })
  await ada.delete(`/api/token/${tokenId}`)
  expect(await resolve({ tokenName: 'tool', userId: ada.id })).toEqual({
    userId: ada.id,
    tokenIds: [tokenId],
  })
})

test('unknown names stay unchanged', async () => {
  const filter = { username: 'nobody', tokenName: 'none' }
  expect(await resolve(filter)).toEqual(filter)
  expect(await resolve({ tokenName: 'tool', userId: ada.id + 1 })).not.toHaveProperty('tokenIds')
})

test('a request id is narrowed to the account of its charge and the time around it', async () => {
  expect(await resolve({ requestId: 'request-1' })).toEqual({
    requestId: 'request-1',
    userId: ada.id,
    fromAt: 9_400_000,
    untilAt: 10_600_000,
  })
  const other = { requestId: 'request-1', userId: ada.id + 1 }
  expect(await resolve(other)).toEqual(other)
  expect(await resolve({ requestId: 'unknown' })).toEqual({ requestId: 'unknown' })
})

test('a failed call has no charge: the time in its request id narrows the search', async () => {
  const at = new Date(2026, 10, 20, 12, 30, 15).getTime()
  const requestId = '20261120123015123456789abcdEFGH'
  expect(await resolve({ requestId })).toEqual({ requestId, fromAt: at - 3_900_000, untilAt: at + 18_000_000 })
  expect(await resolve({ requestId, fromAt: at })).toMatchObject({ fromAt: at })
  const foreign = { requestId: 'req_20261120123015' }
  expect(await resolve(foreign)).toEqual(foreign)
})
