import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))
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

async function addChannel(more: object = {}): Promise<number> {
  const body = { name: 'main', key: 'sk-secret-1', models: 'a,b', group: 'default,vip', ...more }
  return ((await admin.post('/api/channel/', body)).body.data as Channel[])[0]?.id ?? 0
}
const readChannel = async (id: number) => (await admin.get(`/api/channel/${id}`)).body.data as Channel
const editChannels = (ids: number[], changes: object) => admin.post('/api/channel/batch/edit', { ids, ...changes })
const listServedModels = () => [...(app.state.current().routes.get('default')?.keys() ?? [])].sort()

test('models and groups are added to those of each channel, and removed from them', async () => {
  const [first, second] = [await addChannel(), await addChannel({ models: 'c' })]
  const changes = { add_models: ['d', ' a '], remove_models: ['b', 'unknown'], add_groups: ['eu'] }
  expect((await editChannels([first, second, 9_999], changes)).body.data).toBe(2)
  expect(await readChannel(first)).toMatchObject({ models: 'a,d', group: 'default,vip,eu' })
  expect(await readChannel(second)).toMatchObject({ models: 'c,d,a', group: 'default,vip,eu' })
  expect(listServedModels()).toEqual(['a', 'c', 'd'])
  await editChannels([first, second], { remove_groups: ['default'], priority: 7 })
  expect(await readChannel(second)).toMatchObject({ group: 'vip,eu', priority: 7 })
  expect(listServedModels()).toEqual([])
})

test('if one channel would be left without a model or a group, no channel of the batch changes', async () => {
  const [first, second] = [await addChannel(), await addChannel({ models: 'a' })]
  const refused = await editChannels([first, second], { remove_models: ['a'], weight: 3 })
  expect(refused.body).toMatchObject({ success: false })
  expect(Object.keys(refused.body.fields as object)).toEqual(['remove_models'])
  expect(await readChannel(first)).toMatchObject({ models: 'a,b', weight: 0 })
  const groups = await editChannels([first], { remove_groups: ['default', 'vip'] })
  expect(Object.keys(groups.body.fields as object)).toEqual(['remove_groups'])
  expect(listServedModels()).toEqual(['a', 'b'])
})

test('names that do not fit their columns are refused, and so is an edit without a change', async () => {
  const id = await addChannel()
  expect((await editChannels([id], { add_models: ['m'.repeat(300)] })).body.success).toBe(false)
  expect((await editChannels([id], { add_groups: ['a\u0000b'] })).body.success).toBe(false)
  expect((await editChannels([id], { add_models: [] })).body.success).toBe(false)
  expect((await readChannel(id)).models).toBe('a,b')
})

test('within a minute a deletion can be undone: the channels return with their ids and keys and serve calls', async () => {
  const [first, second] = [await addChannel(), await addChannel({ key: 'sk-secret-2' })]
  const { body } = await admin.post('/api/channel/batch', { ids: [first, second] })
  expect(body.data).toBe(2)
  expect(listServedModels()).toEqual([])
  const restore = () => admin.post('/api/channel/restore', { deletion: body.deletion })
  clock.advance(59_000)
  expect((await restore()).body.data).toBe(2)
  expect(listServedModels()).toEqual(['a', 'b'])
  expect(app.state.current().channels.get(second)?.keys).toEqual(['sk-secret-2'])
  expect((await restore()).body.data).toBe(0)
  const lines = await app.store.db.selectFrom('audit_logs').select('action').orderBy('id').execute()
  expect(lines.slice(-2).map(({ action }) => action)).toEqual(['channel.delete', 'channel.restore'])
})

test('each way of deleting can be undone within a minute, and not later', async () => {
  const [first, second] = [await addChannel(), await addChannel({ status: 2 })]
  const deletions = [
    (await admin.delete(`/api/channel/${first}`)).body.deletion,
    (await admin.delete('/api/channel/disabled')).body.deletion,
  ]
  for (const deletion of deletions) expect((await admin.post('/api/channel/restore', { deletion })).body.data).toBe(1)
  expect((await readChannel(second)).status).toBe(2)
  const { body } = await admin.delete(`/api/channel/${first}`)
  clock.advance(61_000)
  expect((await admin.post('/api/channel/restore', { deletion: body.deletion })).body.data).toBe(0)
  expect((await admin.delete(`/api/channel/${first}`)).body.deletion).toBe('')
})
