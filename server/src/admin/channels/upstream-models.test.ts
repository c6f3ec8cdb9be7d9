import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelSweep } from '@sluice/contract/channel-sweep'
import type { UpstreamModels } from '@sluice/contract/upstream-models'
import { createManualClock } from '../../platform/test-clock.ts'
import { serveLocally } from '../../platform/test-port.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock()
const at = '/api/channel/upstream_updates'
let app: TestApp
let admin: TestClient
let user: TestClient
let upstream: Bun.Server<undefined>
/** The answer of the upstream to each key. */
let lists: Record<string, () => Response> = {}

beforeAll(async () => {
  app = await startTestApp({ clock })
  admin = await app.addUser({ role: 10 })
  user = await app.addUser()
  upstream = serveLocally((request) => {
    const key = (request.headers.get('authorization') ?? '').replace('Bearer ', '')
    return lists[key]?.() ?? Response.json({ error: { message: 'no' } }, { status: 500 })
  })
})
afterEach(async () => {
  const { data } = (await admin.get('/api/channel/?page_size=100')).body
  await admin.post('/api/channel/batch', { ids: (data as Channel[]).map(({ id }) => id) })
})
afterAll(async () => {
  await upstream.stop(true)
  await app.close()
})

const answerModels =
  (...names: string[]) =>
  () =>
    Response.json({ data: names.map((id) => ({ id })) })
async function add(key: string, models: string, more: object = {}): Promise<number> {
  const body = { name: key, key, models, base_url: `http://127.0.0.1:${upstream.port}`, ...more }
  return ((await admin.post('/api/channel/', body)).body.data as Channel[])[0]?.id ?? 0
}
const detect = async (id: number) => (await admin.post(`${at}/detect`, { id })).body
const apply = async (body: object) => (await admin.post(`${at}/apply`, body)).body
const readStates = async () => (await admin.get(at)).body.data as UpstreamModels[]
const readModels = async (id: number) => ((await admin.get(`/api/channel/${id}`)).body.data as Channel).models

test.each([
  ['GET', at],
  ['POST', `${at}/detect`],
  ['POST', `${at}/detect_all`],
  ['GET', `${at}/progress`],
  ['POST', `${at}/cancel`],
  ['POST', `${at}/apply`],
  ['POST', `${at}/apply_all`],
])('%s %s: administrators only', async (method, path) => {
  const refused = await user.request(method, path, method === 'GET' ? undefined : { id: 1 })
  expect(refused.body).toMatchObject({ success: false, code: 'insufficient_rights' })
  expect((await app.send(path, { method })).status).toBe(401)
})

describe('the models of one upstream', () => {
  test('are compared, stored and applied, and a mapped name counts as its upstream model', async () => {
    lists = { k1: answerModels('a', 'new', 'up-fast') }
    const id = await add('k1', 'a,old,fast', { model_mapping: '{"fast":"up-fast"}' })
    expect(await readStates()).toEqual([])
    expect(await detect(id)).toMatchObject({
      success: true,
      data: { channel_id: id, channel_name: 'k1', add_models: ['new'], remove_models: ['old'], error: '' },
    })
    expect(await readStates()).toMatchObject([{ channel_id: id, add_models: ['new'], remove_models: ['old'] }])
    const applied = await apply({ id, add_models: ['new', 'not pending'], remove_models: ['old', 'a'] })
    expect(applied.data).toMatchObject({
      added_models: ['new'],
      removed_models: ['old'],
      models: 'a,fast,new',
      remaining_models: [],
      remaining_remove_models: [],
    })
    expect(await readModels(id)).toBe('a,fast,new')
  })

  test('models that an administrator changed since the check are no longer offered', async () => {
    lists = { k1: answerModels('a', 'new') }
    const id = await add('k1', 'a,old')
    await detect(id)
    await admin.put('/api/channel/', { id, models: 'a,new' })
    expect(await readStates()).toMatchObject([{ add_models: [], remove_models: [] }])
  })

  test('ignored models are not offered until they are no longer ignored', async () => {
    lists = { k1: answerModels('a', 'b', 'text-1') }
    const id = await add('k1', 'a')
    await detect(id)
    expect((await apply({ id, ignore_models: ['b', 'regex:^text'] })).data).toMatchObject({
      ignored_models: ['b', 'regex:^text'],
      remaining_models: [],
    })
    expect(await detect(id)).toMatchObject({ data: { add_models: [] } })
    await apply({ id, unignore_models: ['b'] })
    expect(await detect(id)).toMatchObject({ data: { add_models: ['b'], ignored_models: ['regex:^text'] } })
  })

  test('if the upstream fails, the earlier result is kept and the error is shown', async () => {
    lists = { k1: answerModels('a', 'new') }
    const id = await add('k1', 'a')
    await detect(id)
    for (const failing of [() => Response.json({}, { status: 503 }), answerModels()]) {
      lists = { k1: failing }
      expect(await detect(id)).toMatchObject({ success: false, code: 'upstream_call_failed' })
      const [state] = await readStates()
      expect(state?.add_models).toEqual(['new'])
      expect(state?.error).not.toBe('')
    }
  })

  test('the last model is not removed', async () => {
    lists = { k1: answerModels('new') }
    const id = await add('k1', 'old')
    await detect(id)
    expect(await apply({ id, remove_models: ['old'] })).toMatchObject({ success: false })
    expect(await readModels(id)).toBe('old')
  })

  test('wrong input is reported at its field, and an unknown channel as not found', async () => {
    const wrong = await apply({ id: 1, ignore_models: ['regex:('] })
    expect(Object.keys(wrong.fields ?? {})).toEqual(['ignore_models.0'])
    expect(await detect(99_999)).toMatchObject({ success: false, code: 'not_found' })
    expect(await apply({ id: 99_999, add_models: ['a'] })).toMatchObject({
      success: false,
      code: 'not_found',
    })
    const unchecked = await add('k1', 'a')
    expect((await apply({ id: unchecked, add_models: ['b'] })).data).toMatchObject({
      added_models: [],
      models: 'a',
    })
  })

  test('deleting a channel also deletes its check', async () => {
    lists = { k1: answerModels('a') }
    const id = await add('k1', 'a')
    await detect(id)
    await admin.delete(`/api/channel/${id}`)
    expect(await app.store.db.selectFrom('channel_model_checks').selectAll().execute()).toEqual([])
  })
})

describe('the models of all upstreams', () => {
  const progress = async () => (await admin.get(`${at}/progress`)).body.data as ChannelSweep
  async function checkAll(): Promise<ChannelSweep> {
    const { ended } = await app.upkeep.startSweep('models', { id: admin.id, username: 'vera' })
    await ended
    return await progress()
  }

  test('are compared for enabled channels, and applied to several channels at once', async () => {
    lists = { k1: answerModels('a', 'new'), k2: answerModels('b'), k3: answerModels('x') }
    const [first, second, third] = [await add('k1', 'a'), await add('k2', 'b,old'), await add('k3', 'gone')]
    await add('off', 'a', { status: 2 })
    await add('broken', 'a')
    await add('drawing', 'mj_imagine', { type: 2 })
    expect(await checkAll()).toMatchObject({ state: 'finished', total: 5, passed: 3, failed: 1, skipped: 1 })
    // The only model of the third channel is replaced by a new one, so the channel is never without models.
    const { data } = (await admin.post(`${at}/apply_all`, { ids: [first, third] })).body
    expect(data).toMatchObject({ processed_channels: 2, added_models: 2, removed_models: 1 })
    expect([await readModels(first), await readModels(second), await readModels(third)]).toEqual([
      'a,new',
      'b,old',
      'x',
    ])
    expect((await admin.post(`${at}/apply_all`, {})).body.data).toMatchObject({
      processed_channels: 1,
      removed_models: 1,
      failed_channel_ids: [],
    })
    expect(await readModels(second)).toBe('b')
  })

  test('are checked by the schedule that the option sets, and changes are reported once', async () => {
    lists = { k1: answerModels('a', 'new') }
    await add('k1', 'a')
    const readNoticesSent = () => app.store.db.selectFrom('counted_events').select('resets_at').execute()
    const signal = new AbortController().signal
    const before = await readNoticesSent()
    clock.advance(7 * 3_600_000)
    await app.upkeep.runDue('models', signal)
    expect(await readStates()).toEqual([])
    const root = await app.addUser({ role: 100 })
    await root.put('/api/option/', { key: 'UpstreamModelCheckHours', value: '6' })
    await app.upkeep.runDue('models', signal)
    expect(await readStates()).toMatchObject([{ add_models: ['new'] }])
    const after = await readNoticesSent()
    expect(after).not.toEqual(before)
    clock.advance(3_600_000)
    await app.upkeep.runDue('models', signal)
    clock.advance(5 * 3_600_000)
    await app.upkeep.runDue('models', signal)
    expect((await progress()).started_by).toBe('')
    // The second check found nothing new.
    expect(await readNoticesSent()).toEqual(after)
  })
})
