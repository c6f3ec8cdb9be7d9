import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createManualClock } from '../../platform/test-clock.ts'
import { readAnswer, startTestApp, type TestApp, type TestClient, testOrigin, testPassword } from '../test-app.ts'

let app: TestApp
let clock: ReturnType<typeof createManualClock>
let user: TestClient
beforeEach(async () => {
  clock = createManualClock(Date.now())
  app = await startTestApp({ clock })
  user = await app.addUser()
})
afterEach(() => app.close())

const token = { name: 'ci', unlimited_quota: true, expired_time: -1 }
const protectedActions: [string, (client: Pick<TestClient, 'request'>) => ReturnType<TestClient['request']>][] = [
  ['a system access token', (client) => client.request('POST', '/api/user/token')],
  ['a system access token, by the old route', (client) => client.request('GET', '/api/user/token')],
  ['the deletion of the account', (client) => client.request('DELETE', '/api/user/self')],
]

/** Proves the owner by password; returns a client with the session that the proof starts. */
async function proveOwner(): Promise<Pick<TestClient, 'request'>> {
  const proved = await user.post('/api/user/prove', { password: testPassword })
  const cookie = proved.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { request: (method, path, body) => user.request(method, path, body, { cookie }) }
}

test.each(protectedActions)('%s needs a sign-in within the last ten minutes, or a proof', async (_, act) => {
  clock.advance(10 * 60_000)
  const refused = await act(user)
  expect(refused.body).toMatchObject({ success: false, code: 'owner_proof_required' })
  expect(refused.body.message).toContain('POST /api/user/prove')
  expect((await act(await proveOwner())).body.success).toBe(true)
})

test.each(protectedActions)('%s needs no proof within ten minutes of the sign-in', async (_, act) => {
  clock.advance(9 * 60_000)
  expect((await act(user)).body.success).toBe(true)
})

test.each(protectedActions)('%s needs no proof from a system access token', async (_, act) => {
  const { data: key } = (await user.post('/api/user/token')).body
  clock.advance(86_400_000)
  const request: TestClient['request'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'new-api-user': String(user.id), origin: testOrigin }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    return await readAnswer(await app.send(path, { method, headers, ...text }))
  }
  expect((await act({ request })).body.success).toBe(true)
})

test('tokens are created, read and changed without a proof, and the owner is told of new ones', async () => {
  const told: object[] = []
  app.notify.notices.add = async (userId, { type, values }) => {
    told.push({ userId, type, values })
  }
  clock.advance(86_400_000)
  const { data } = (await user.post('/api/token/', token)).body
  const { id } = data as { id: number }
  expect((await user.post('/api/token/batch', { ...token, names: ['a', 'b'] })).body.success).toBe(true)
  expect(told).toEqual([
    { userId: user.id, type: 'api_token_created', values: ['1', 'ci'] },
    { userId: user.id, type: 'api_token_created', values: ['2', 'a, b'] },
  ])
  expect((await user.get('/api/token/')).body.success).toBe(true)
  expect((await user.put('/api/token/', { id, name: 'new' })).body.success).toBe(true)
})

test('a token is deleted without a proof within an hour of the sign-in, later with one', async () => {
  const made = await user.post('/api/token/batch', { ...token, names: ['a', 'b', 'c'] })
  const [first = 0, second = 0, third = 0] = (made.body.data as { id: number }[]).map(({ id }) => id)
  clock.advance(60 * 60_000 - 1)
  expect((await user.delete(`/api/token/${first}`)).body.success).toBe(true)
  clock.advance(1)
  expect((await user.delete(`/api/token/${second}`)).body.code).toBe('owner_proof_required')
  expect((await user.post('/api/token/batch', { ids: [second] })).body.code).toBe('owner_proof_required')
  const owner = await proveOwner()
  expect((await owner.request('DELETE', `/api/token/${second}`)).body.success).toBe(true)
  expect((await owner.request('POST', '/api/token/batch', { ids: [third] })).body.data).toBe(1)
})

test('a channel key goes to another host with a proof, other changes of the channel need none', async () => {
  const channel = { type: 1, name: 'a', key: 'sk-a', models: 'm', base_url: 'https://a.example' }
  const [{ id = 0 } = {}] = (await app.root.post('/api/channel/', channel)).body.data as { id: number }[]
  clock.advance(60 * 60_000)
  const moved = { id, base_url: 'https://b.example' }
  expect((await app.root.put('/api/channel/', moved)).body.code).toBe('owner_proof_required')
  const copied = { ...channel, ...moved, key: '', copy_of: id }
  expect((await app.root.post('/api/channel/', copied)).body.code).toBe('owner_proof_required')
  expect((await app.root.put('/api/channel/', { id, weight: 2, base_url: 'https://a.example/v1' })).body.success).toBe(
    true,
  )
  expect((await app.root.put('/api/channel/', { ...moved, key: 'sk-b' })).body.success).toBe(true)
})
