import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { GroupUse } from '@sluice/contract/group'
import { roles } from '@sluice/contract/roles'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

describe.each(engines)('groups on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let member: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine })
    admin = await app.addUser({ role: roles.admin })
    member = await app.addUser({ group: 'vip' })
    await app.addUser({ group: 'svip' })
    await member.post('/api/token/', { name: 'own' })
    expect((await member.post('/api/token/', { name: 'of the group', group: 'vip' })).body.success).toBe(true)
    for (const group of ['vip,default', 'vip', 'svip,vip2'])
      await admin.post('/api/channel/', { type: 1, name: group, key: 'k', models: 'm', group })
  })
  afterAll(() => app.close())

  const writeOption = async (key: string, value: object) =>
    (await admin.put('/api/option/', { key, value: JSON.stringify(value) })).body
  const readUsage = async () => (await admin.get('/api/group/usage')).body.data as GroupUse[]

  test('the use of each group is counted, even if the group does not exist', async () => {
    expect(await readUsage()).toEqual(
      expect.arrayContaining([
        { group: 'vip', exists: true, users: 1, tokens: 1, channels: 2 },
        { group: 'svip', exists: true, users: 1, tokens: 0, channels: 1 },
        { group: 'vip2', exists: false, users: 0, tokens: 0, channels: 1 },
      ]),
    )
    expect((await member.get('/api/group/usage')).body.code).toBe('insufficient_rights')
    expect((await member.post('/api/group/move', { from: 'vip', to: 'default' })).body.code).toBe('insufficient_rights')
  })

  test('a default description has the language of its reader, one that an administrator typed stays', async () => {
    const read = async (path: string, language: string) => {
      const { body } = await member.request('GET', path, undefined, { 'accept-language': language })
      const groups = body.data as Record<string, { desc: string }>
      return Object.fromEntries(Object.entries(groups).map(([name, { desc }]) => [name, desc]))
    }
    const selectable = (language: string) => read('/api/user/self/groups', language)
    expect(await selectable('en')).toMatchObject({ default: 'Default group', vip: 'VIP group' })
    expect(await selectable('zh-CN,zh;q=0.9')).toMatchObject({ default: '默认分组', vip: 'VIP 分组' })
    expect(await selectable('fr')).toMatchObject({ default: 'Default group' })
    // As earlier versions stored it.
    await writeOption('UserUsableGroups', { default: '默认分组 Default', svip: '我的 mine' })
    expect(await selectable('en')).toMatchObject({
      default: 'Default group',
      vip: 'Group of the account',
      svip: '我的 mine',
    })
    expect(await selectable('zh')).toMatchObject({ default: '默认分组', vip: '账户所在分组', svip: '我的 mine' })
    expect(await read('/api/user/groups', 'zh')).toMatchObject({ default: '默认分组' })
    const pricing = async (language: string) =>
      (await member.request('GET', '/api/pricing', undefined, { 'accept-language': language })).body as unknown
    expect(await pricing('zh')).toMatchObject({ usable_group: { default: '默认分组', svip: '我的 mine' } })
    expect(await pricing('en')).toMatchObject({ usable_group: { default: 'Default group', svip: '我的 mine' } })
  })

  test('a group in use cannot be deleted, and the group default never can', async () => {
    expect(await writeOption('GroupRatio', { default: 1, svip: 1 })).toMatchObject({
      code: 'option_invalid',
      field_reasons: {
        GroupRatio: { code: 'groupInUse', params: { users: 1, tokens: 1, channels: 2 }, at: 'vip' },
      },
    })
    for (const table of [{}, { vip: 1, svip: 1 }])
      expect(await writeOption('GroupRatio', table)).toMatchObject({
        fields: { GroupRatio: 'the group default must stay' },
      })
  })

  test('after a move nothing uses the group any more, and it can be deleted', async () => {
    for (const to of ['vip', 'nowhere', 'constructor'])
      expect((await admin.post('/api/group/move', { from: 'vip', to })).body.code).toBe('invalid_parameters')
    const moved = await admin.post('/api/group/move', { from: 'vip', to: 'default' })
    expect(moved.body).toMatchObject({ success: true, data: { users: 1, tokens: 1, channels: 2 } })
    expect((await member.get('/api/user/self')).body.data).toMatchObject({ group: 'default' })
    const channels = [...app.state.current().channels.values()].map(({ groups }) => [...groups].join())
    expect(channels.toSorted()).toEqual(['default', 'default', 'svip,vip2'])
    expect([...app.state.current().routes.keys()]).not.toContain('vip')
    const abilities = await app.store.db.selectFrom('abilities').select('group_name').distinct().execute()
    expect(abilities.map((row) => row.group_name).toSorted()).toEqual(['default', 'svip', 'vip2'])
    expect(await writeOption('GroupRatio', { default: 1, svip: 1 })).toMatchObject({ success: true })
    const again = await admin.post('/api/group/move', { from: 'vip', to: 'default' })
    expect(again.body.data).toEqual({ users: 0, tokens: 0, channels: 0 })
  })

  test('an account of several groups counts for each, and keeps the others in a move', async () => {
    const several = await app.addUser({ group: 'default' })
    await app.store.db.updateTable('users').set({ group_name: 'svip,default' }).where('id', '=', several.id).execute()
    const usersOf = async (group: string) => (await readUsage()).find((use) => use.group === group)?.users ?? 0
    const before = await usersOf('svip')
    expect(before).toBeGreaterThan(0)
    const { body } = await admin.post('/api/group/move', { from: 'svip', to: 'default' })
    expect(body.data).toMatchObject({ users: before })
    const row = await app.store.db.selectFrom('users').select('group_name').where('id', '=', several.id).execute()
    expect(row).toEqual([{ group_name: 'default' }])
    expect(await usersOf('svip')).toBe(0)
  })

  test('a deleted account does not count as a use of its group', async () => {
    const gone = await app.addUser({ group: 'svip' })
    const before = (await readUsage()).find(({ group }) => group === 'svip')?.users ?? 0
    await app.root.delete(`/api/user/${gone.id}`)
    expect((await readUsage()).find(({ group }) => group === 'svip')?.users).toBe(before - 1)
  })
})
