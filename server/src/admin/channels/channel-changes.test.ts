import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelChanges } from '@sluice/contract/channel-changes'
import { roles } from '@sluice/contract/roles'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.addUser({ role: roles.admin })
})
afterAll(() => app.close())

const base = { name: 'main', key: 'sk-secret-1', models: 'a,b', priority: 1, remark: 'first' }

async function add(more: object = {}): Promise<number> {
  const [made] = (await admin.post('/api/channel/', { ...base, ...more })).body.data as Channel[]
  return made?.id ?? 0
}
const read = async (id: number) => (await admin.get(`/api/channel/${id}`)).body.data as Channel
const readChanges = async (id: number) => (await admin.get(`/api/channel/${id}/changes`)).body.data as ChannelChanges
const undo = (id: number, change: number | undefined, by = admin) => by.post(`/api/channel/${id}/undo`, { change })
const reasonOf = ({ body }: Awaited<ReturnType<typeof undo>>) =>
  (body.reasons as Record<string, string> | undefined)?.change

test('a change lists its fields before and after, and its undo is a change that can be undone', async () => {
  const id = await add()
  await admin.put('/api/channel/', { id, priority: 5, remark: 'second', models: 'a,c' })
  const [change, creation] = (await readChanges(id)).items
  expect(change).toMatchObject({ action: 'channel.update', undo: 'possible' })
  expect(change?.fields.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'models', before: 'a,b', after: 'a,c' },
    { name: 'priority', before: '1', after: '5' },
    { name: 'remark', before: 'first', after: 'second' },
  ])
  expect(creation?.undo).toBe('none')
  expect((await undo(id, change?.id)).body).toMatchObject({
    success: true,
    data: { priority: 1, remark: 'first', models: 'a,b' },
  })
  const [undone] = (await readChanges(id)).items
  expect(undone).toMatchObject({ action: 'channel.undo', undo: 'possible' })
  await undo(id, undone?.id)
  expect(await read(id)).toMatchObject({ priority: 5, remark: 'second', models: 'a,c' })
})

test('a status set by an administrator is undone, and the channel serves again', async () => {
  const id = await add({ models: 'only-here' })
  await admin.post(`/api/channel/${id}/status`, { status: 2 })
  const [change] = (await readChanges(id)).items
  expect((await undo(id, change?.id)).body.success).toBe(true)
  expect((await read(id)).status).toBe(1)
  expect((await admin.get('/api/channel/models_enabled')).body.data).toContain('only-here')
})

test('a field that was changed again is not overwritten; other later changes do not matter', async () => {
  const id = await add()
  await admin.put('/api/channel/', { id, priority: 5 })
  const [first] = (await readChanges(id)).items
  await admin.put('/api/channel/', { id, weight: 3 })
  expect((await readChanges(id)).items.find((line) => line.id === first?.id)?.undo).toBe('possible')
  await admin.put('/api/channel/', { id, priority: 7 })
  expect((await readChanges(id)).items.find((line) => line.id === first?.id)?.undo).toBe('changed')
  expect(reasonOf(await undo(id, first?.id))).toContain('was changed since: priority')
  expect(await read(id)).toMatchObject({ priority: 7, weight: 3 })
})

test('secrets are neither kept nor undone, and nothing of their change is', async () => {
  const id = await add()
  await admin.put('/api/channel/', { id, key: 'sk-secret-2', priority: 9 })
  await app.root.put('/api/channel/', { id, header_override: '{"Authorization":"Bearer abcdefghijk"}' })
  const [headers, key] = (await readChanges(id)).items
  expect([headers?.undo, key?.undo]).toEqual(['unknown', 'unknown'])
  expect(reasonOf(await undo(id, key?.id))).toContain('secret')
  expect((await read(id)).priority).toBe(9)
  expect(JSON.stringify(await readChanges(id))).not.toMatch(/secret-|abcdefghijk/)
})

test('the password of a proxy is not undone, while other settings beside it are', async () => {
  const id = await add({ setting: '{"proxy":"http://me:word-1@proxy.example:8080"}' })
  await admin.put('/api/channel/', { id, setting: '{"proxy":"http://me:word-2@proxy.example:8080"}' })
  expect((await readChanges(id)).items[0]?.undo).toBe('unknown')
  await admin.put('/api/channel/', { id, setting: '{"proxy":"http://me:***@proxy.example:8080","force_format":true}' })
  const [change] = (await readChanges(id)).items
  expect(change?.undo).toBe('possible')
  expect((await undo(id, change?.id)).body.success).toBe(true)
  expect((await read(id)).setting).toBe('{"proxy":"http://me:***@proxy.example:8080"}')
})

test('undoing needs the rights of the change: a stored key is not sent to another host', async () => {
  const id = await add({ base_url: 'https://one.example' })
  await app.root.put('/api/channel/', { id, base_url: 'https://two.example' })
  const [change] = (await readChanges(id)).items
  expect((await undo(id, change?.id)).body).toMatchObject({ success: false })
  expect((await read(id)).base_url).toBe('https://two.example')
  expect((await undo(id, change?.id, app.root)).body.success).toBe(true)
})

test('models that a channel did not have yet cannot be taken away again', async () => {
  const [made] = (await admin.post('/api/channel/', { name: 'empty', key: 'k' })).body.data as Channel[]
  const id = made?.id ?? 0
  await admin.put('/api/channel/', { id, models: 'a' })
  const [change] = (await readChanges(id)).items
  expect(reasonOf(await undo(id, change?.id))).toContain('no longer accepted')
  expect((await read(id)).models).toBe('a')
})

test('only changes of this channel are undone', async () => {
  const [id, other] = [await add(), await add()]
  await admin.put('/api/channel/', { id: other, priority: 5 })
  const [foreign] = (await readChanges(other)).items
  expect(reasonOf(await undo(id, foreign?.id))).toContain('no such change')
  const [creation] = (await readChanges(id)).items
  expect(reasonOf(await undo(id, creation?.id))).toContain('no change of fields')
  expect((await undo(99_999, 1)).body.code).toBe('not_found')
})

test('the key of a channel is listed by its last characters', async () => {
  const id = await add({ key: 'sk-0123456789abcdef' })
  const { body } = await admin.post('/api/channel/multi_key/manage', { channel_id: id, action: 'get_key_status' })
  expect(body.data).toMatchObject({ total: 1, keys: [{ key_preview: '…cdef', status: 1 }] })
})
