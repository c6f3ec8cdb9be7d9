import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type Channel, channelNameMax } from '@sluice/contract/channel'
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from '../test-app.ts'

// Requests as management tools of 2025 and of 2026 send them, side by side.

let app: TestApp
let db: TestApp['store']['db']
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  db = app.store.db
  admin = await app.addUser({ role: 10 })
})
afterEach(async () => {
  await db.deleteFrom('channels').execute()
  await db.deleteFrom('abilities').execute()
  await app.state.publish({ kind: 'channels' })
})
afterAll(() => app.close())

const listOf = (answer: TestAnswer): Channel[] => answer.body.data as Channel[]
const keysOf = (id: number | undefined) => app.state.current().channels.get(id ?? 0)?.keys
const base = { type: 1, name: 'main', key: 'sk-first-0001', models: 'gpt-4o', group: 'default' }
const lines = 'sk-first-0001\n\nsk-second-02\r\n sk-first-0001 '

/** What newer consoles send of a channel besides. */
const newer = {
  ...{ base_url: '', openai_organization: '', other: '', model_mapping: '', status_code_mapping: '' },
  ...{ groups: ['default'], auto_ban: 1, priority: 0, weight: 0, tag: '', setting: '', param_override: '' },
  ...{ header_override: null, settings: '{}', remark: '', channel_info: { is_multi_key: false } },
}

describe('creating', () => {
  const made = (body: object) => admin.post('/api/channel/', body)
  const stored = (answer: TestAnswer) => listOf(answer).map(({ id, name }) => ({ name, keys: keysOf(id) }))

  test.each<[string, object, { name: string; keys: string[] }[]]>([
    ['2025, bare', base, [{ name: 'main', keys: ['sk-first-0001'] }]],
    [
      '2025, bare, several lines',
      { ...base, key: lines },
      [
        { name: 'main', keys: ['sk-first-0001'] },
        { name: 'main', keys: ['sk-second-02'] },
      ],
    ],
    [
      '2026, single',
      { mode: 'single', multi_key_mode: 'random', channel: { ...newer, ...base } },
      [{ name: 'main', keys: ['sk-first-0001'] }],
    ],
    [
      '2026, batch',
      { mode: 'batch', channel: { ...newer, ...base, key: lines } },
      [
        { name: 'main', keys: ['sk-first-0001'] },
        { name: 'main', keys: ['sk-second-02'] },
      ],
    ],
    [
      '2026, batch with the start of the key in the name',
      { mode: 'batch', batch_add_set_key_prefix_2_name: true, channel: { ...base, key: lines } },
      [
        { name: 'main sk-first', keys: ['sk-first-0001'] },
        { name: 'main sk-secon', keys: ['sk-second-02'] },
      ],
    ],
    [
      '2026, batch of one key',
      { mode: 'batch', batch_add_set_key_prefix_2_name: true, channel: base },
      [{ name: 'main', keys: ['sk-first-0001'] }],
    ],
    [
      '2026, many keys in one channel',
      { mode: 'multi_to_single', multi_key_mode: 'polling', channel: { ...base, key: lines } },
      [{ name: 'main', keys: ['sk-first-0001', 'sk-second-02'] }],
    ],
  ])('%s', async (_, body, expected) => {
    const answer = await made(body)
    expect(answer.body).toMatchObject({ success: true })
    expect(stored(answer)).toEqual(expected)
  })

  test('the mode of several keys is kept as it was chosen', async () => {
    const modeOf = async (multi_key_mode?: string) => {
      const channel = { ...base, key: lines }
      const [one] = listOf(await made({ mode: 'multi_to_single', multi_key_mode, channel }))
      return JSON.parse(one?.setting ?? '{}').multi_key_mode
    }
    expect(await modeOf('polling')).toBe('round_robin')
    expect(await modeOf('random')).toBe('random')
    expect(await modeOf()).toBe('random')
  })

  test('a name that would become too long is shortened by whole characters', async () => {
    const name = `${'x'.repeat(channelNameMax - 10)}\u{1f600}\u{1f600}`
    const body = { mode: 'batch', batch_add_set_key_prefix_2_name: true }
    const [one] = listOf(await made({ ...body, channel: { ...base, name, key: lines } }))
    expect(one?.name).toBe(`${'x'.repeat(channelNameMax - 10)} sk-first`)
  })

  test.each<[string, object, string, RegExp]>([
    ['an unknown mode', { mode: 'many', channel: base }, 'mode', /one of single, batch, multi_to_single/],
    ['a mode without a channel', { mode: 'single' }, 'channel', /is required/],
    ['a channel without a mode', { channel: base }, 'mode', /is required/],
    ['several keys in mode single', { mode: 'single', channel: { ...base, key: lines } }, 'key', /one key/],
    ['no key', { mode: 'batch', channel: { ...base, key: '\n' } }, 'key', /fill in/],
    [
      'a wrong field of the channel',
      { mode: 'single', channel: { ...base, weight: -1 } },
      'channel.weight',
      /0/,
    ],
  ])('%s is refused by name, and nothing is made', async (_, body, field, reason) => {
    const { status, body: answer } = await made(body)
    expect({ status, success: answer.success, code: answer.code }).toEqual({
      ...{ status: 200, success: false, code: 'invalid_parameters' },
    })
    expect((answer.fields as Record<string, string>)[field]).toMatch(reason)
    expect(await db.selectFrom('channels').select('id').execute()).toEqual([])
  })
})

describe('changing', () => {
  const addMulti = async () => {
    const channel = { ...base, key: 'k1\nk2' }
    const made = await admin.post('/api/channel/', { mode: 'multi_to_single', channel })
    return listOf(made)[0]?.id ?? 0
  }

  test('keys are added to those of a channel with several, or replace them', async () => {
    const id = await addMulti()
    const put = (more: object) => admin.put('/api/channel/', { id, ...more })
    await put({ key: 'k2\nk3', key_mode: 'append' })
    expect(keysOf(id)).toEqual(['k1', 'k2', 'k3'])
    await put({ key: '', key_mode: 'append' })
    expect(keysOf(id)).toEqual(['k1', 'k2', 'k3'])
    await put({ key: 'k4', key_mode: 'replace', multi_key_mode: 'polling' })
    expect(keysOf(id)).toEqual(['k4'])
    await put({ key: 'k5' })
    expect(keysOf(id)).toEqual(['k5'])
  })

  test('a channel of one key takes no second one by being appended to', async () => {
    const [one] = listOf(await admin.post('/api/channel/', base))
    const answer = await admin.put('/api/channel/', { id: one?.id, key: 'k2', key_mode: 'append' })
    expect(answer.body.fields).toHaveProperty('key')
    expect(keysOf(one?.id)).toEqual([base.key])
  })
})
