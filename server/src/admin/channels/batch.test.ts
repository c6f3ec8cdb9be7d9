import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = { time: Date.UTC(2026, 10, 20), now: () => clock.time, monotonic: () => performance.now() }
let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp({ clock })
  admin = await app.addUser({ role: 10 })
})
afterEach(async () => {
  await app.store.db.deleteFrom('channels').execute()
  await app.state.publish({ kind: 'channels' })
})
afterAll(() => app.close())

async function add(more: object = {}): Promise<number> {
  const body = { name: 'main', key: 'sk-secret-1', models: 'a,b', group: 'default,vip', ...more }
  return ((await admin.post('/api/channel/', body)).body.data as Channel[])[0]?.id ?? 0
}
const read = async (id: number) => (await admin.get(`/api/channel/${id}`)).body.data as Channel
const edit = (ids: number[], changes: object) => admin.post('/api/channel/batch/edit', { ids, ...changes })
const served = () => [...(app.state.current().routes.get('default')?.keys() ?? [])].sort()

test('models and groups are added to those of each channel, and removed from them', async () => {
  const [one, two] = [await add(), await add({ models: 'c' })]
  const changes = { add_models: ['d', ' a '], remove_models: ['b', 'unknown'], add_groups: ['eu'] }
  expect((await edit([one, two, 9_999], changes)).body.data).toBe(2)
  expect(await read(one)).toMatchObject({ models: 'a,d', group: 'default,vip,eu' })
  expect(await read(two)).toMatchObject({ models: 'c,d,a', group: 'default,vip,eu' })
  expect(served()).toEqual(['a', 'c', 'd'])
  await edit([one, two], { remove_groups: ['default'], priority: 7 })
  expect(await read(two)).toMatchObject({ group: 'vip,eu', priority: 7 })
  expect(served()).toEqual([])
})

test('a channel that would have no model or group keeps all of the batch from changing', async () => {
  const [one, two] = [await add(), await add({ models: 'a' })]
  const refused = await edit([one, two], { remove_models: ['a'], weight: 3 })
  expect(refused.body).toMatchObject({ success: false })
  expect(Object.keys(refused.body.fields as object)).toEqual(['remove_models'])
  expect(await read(one)).toMatchObject({ models: 'a,b', weight: 0 })
  const groups = await edit([one], { remove_groups: ['default', 'vip'] })
  expect(Object.keys(groups.body.fields as object)).toEqual(['remove_groups'])
  expect(served()).toEqual(['a', 'b'])
})

test('names that no column holds are refused, and so is an edit without a change', async () => {
  const id = await add()
  expect((await edit([id], { add_models: ['m'.repeat(300)] })).body.success).toBe(false)
  expect((await edit([id], { add_groups: ['a\u0000b'] })).body.success).toBe(false)
  expect((await edit([id], { add_models: [] })).body.success).toBe(false)
  expect((await read(id)).models).toBe('a,b')
})

test('a deletion is undone within a minute: same ids, same keys, calls as before', async () => {
  const [one, two] = [await add(), await add({ key: 'sk-secret-2' })]
  const { body } = await admin.post('/api/channel/batch', { ids: [one, two] })
  expect(body.data).toBe(2)
  expect(served()).toEqual([])
  const restore = () => admin.post('/api/channel/restore', { deletion: body.deletion })
  clock.time += 59_000
  expect((await restore()).body.data).toBe(2)
  expect(served()).toEqual(['a', 'b'])
  expect(app.state.current().channels.get(two)?.keys).toEqual(['sk-secret-2'])
  expect((await restore()).body.data).toBe(0)
  const lines = await app.store.db.selectFrom('audit_logs').select('action').orderBy('id').execute()
  expect(lines.slice(-2).map(({ action }) => action)).toEqual(['channel.delete', 'channel.restore'])
})

test('each way of deleting can be undone, and none after the minute', async () => {
  const [one, two] = [await add(), await add({ status: 2 })]
  const deletions = [
    (await admin.delete(`/api/channel/${one}`)).body.deletion,
    (await admin.delete('/api/channel/disabled')).body.deletion,
  ]
  for (const deletion of deletions) expect((await admin.post('/api/channel/restore', { deletion })).body.data).toBe(1)
  expect((await read(two)).status).toBe(2)
  const { body } = await admin.delete(`/api/channel/${one}`)
  clock.time += 61_000
  expect((await admin.post('/api/channel/restore', { deletion: body.deletion })).body.data).toBe(0)
  expect((await admin.delete(`/api/channel/${one}`)).body.deletion).toBe('')
})
