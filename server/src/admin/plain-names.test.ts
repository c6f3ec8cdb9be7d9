import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { roles } from '@sluice/contract/roles'
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from './test-app.ts'

let app: TestApp
let admin: TestClient
let channelId = 0
let tokenId = 0
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.addUser({ role: roles.admin })
  expect((await addChannel({})).body.success).toBe(true)
  channelId = (await app.store.db.selectFrom('channels').select('id').executeTakeFirstOrThrow()).id
  const token = await admin.post('/api/token/', { name: 'mine' })
  tokenId = (token.body.data as { id: number }).id
})
afterAll(() => app.close())

const addChannel = (more: object) =>
  admin.post('/api/channel/', { type: 1, name: 'c', key: 'k', models: 'm', group: 'default', ...more })

/** A control character, a direction mark, a line break, a zero-width space, and the line separator U+2028. */
const unsafeNames = ['a\u0007b', 'a\u202eb', 'a\r\nb', 'a\u200bb', 'a\u2028b']

const places: [string, string, (text: string) => Promise<TestAnswer>][] = [
  ['the name of a token', 'name', (name) => admin.post('/api/token/', { name })],
  ['the new name of a token', 'name', (name) => admin.put('/api/token/', { id: tokenId, name })],
  ['one of many tokens', 'names.1', (name) => admin.post('/api/token/batch', { names: ['x', name] })],
  ['the name of a channel', 'name', (name) => addChannel({ name })],
  ['the tag of a channel', 'tag', (tag) => addChannel({ tag })],
  ['the group of a channel', 'group', (group) => addChannel({ group })],
  ['the models of a channel', 'models', (models) => addChannel({ models })],
  ['the test model', 'test_model', (test_model) => addChannel({ test_model })],
  [
    'the organization',
    'openai_organization',
    (openai_organization) => admin.put('/api/channel/', { id: channelId, openai_organization }),
  ],
  ['a tag given to many', 'tag', (tag) => admin.post('/api/channel/batch/tag', { ids: [channelId], tag })],
  ['a new tag', 'new_tag', (new_tag) => admin.put('/api/channel/tag', { tag: 'team', new_tag })],
  ['a redemption code', 'name', (name) => admin.post('/api/redemption/', { name, quota: 1 })],
  [
    'a group',
    'GroupRatio',
    (name) =>
      admin.put('/api/option/', {
        key: 'GroupRatio',
        value: JSON.stringify({ default: 1, vip: 1, svip: 1, [name]: 1 }),
      }),
  ],
  [
    'a group to choose',
    'UserUsableGroups',
    (name) => admin.put('/api/option/', { key: 'UserUsableGroups', value: JSON.stringify({ [name]: 'x' }) }),
  ],
  ['the name of the site', 'SystemName', (value) => admin.put('/api/option/', { key: 'SystemName', value })],
  ['a display name', 'display_name', (name) => admin.put('/api/user/self', { display_name: name })],
  [
    'a user name',
    'username',
    (username) => admin.post('/api/user/', { username, password: 'long enough', display_name: 'x' }),
  ],
]

describe.each(places)('%s', (_, field, send) => {
  test.each(unsafeNames)('is refused at its field: %j', async (text) => {
    const { body } = await send(text)
    expect(body).toMatchObject({ success: false })
    expect(Object.keys(body.fields ?? {})).toContain(field)
  })
})

test('a key that cannot be sent in a header is refused, and several keys on separate lines are accepted', async () => {
  for (const key of ['sk-\u0001', 'sk-中文', 'ok\nsk-\u202e'])
    expect((await addChannel({ key })).body).toMatchObject({
      success: false,
      fields: { key: expect.any(String) },
    })
  expect((await addChannel({ key: 'one\r\ntwo\n' })).body.success).toBe(true)
})

test('letters of any language, emoji, and an organization in ASCII are accepted', async () => {
  const names = { name: '渠道 ❤️ été', tag: 'Équipe', openai_organization: 'org-1', group: 'default,组' }
  expect((await addChannel(names)).body.success).toBe(true)
  expect((await admin.post('/api/token/', { name: 'клиент 🎁' })).body.success).toBe(true)
})
