import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { roles } from '@sluice/contract/roles'
import { type UserNote, userNoteLimits } from '@sluice/contract/user-note'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

describe.each(engines)('$name', (engine) => {
  let app: TestApp
  let admin: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine })
    admin = await app.addUser({ role: roles.admin, username: 'desk' })
  })
  afterAll(() => app.close())

  const list = async (id: number, client = admin) =>
    (await client.get(`/api/user/${id}/notes`)).body.data as UserNote[] | undefined
  const add = async (id: number, text: string, client = admin) =>
    (await client.post(`/api/user/${id}/notes`, { text })).body

  test('notes have an author and a time, newest first, and the account does not see them', async () => {
    const user = await app.addUser({})
    expect(await add(user.id, ' asked for an invoice ')).toMatchObject({ success: true })
    await add(user.id, 'paid', app.root)
    expect((await list(user.id))?.map(({ text, author }) => [text, author])).toEqual([
      ['paid', 'root'],
      ['asked for an invoice', 'desk'],
    ])
    expect((await user.get(`/api/user/${user.id}/notes`)).body.code).toBe('insufficient_rights')
    expect(JSON.stringify((await user.get('/api/user/self')).body)).not.toContain('invoice')
    const lines = JSON.stringify((await admin.get(`/api/audit/?object_type=user&object_id=${user.id}`)).body)
    expect(lines).toContain('user.note_add')
    expect(lines).not.toContain('invoice')
  })

  test('an author deletes the own notes, the super administrator all, also of an account by its address', async () => {
    const [user, other] = [await app.addUser({}), await app.addUser({})]
    const remove = (client: TestClient, note: number, of = user) => client.delete(`/api/user/${of.id}/notes/${note}`)
    const { id: own } = (await add(user.id, 'own')).data as UserNote
    const { id: roots } = (await add(user.id, 'of root', app.root)).data as UserNote
    expect((await remove(admin, roots)).body.code).toBe('note_of_another')
    expect((await remove(admin, own, other)).body.code).toBe('not_found')
    expect((await remove(admin, own)).body.success).toBe(true)
    expect((await remove(admin, own)).body.code).toBe('not_found')
    expect((await remove(app.root, roots)).body.success).toBe(true)
    expect(await list(user.id)).toEqual([])
  })

  test('length and number are bounded, and notes go with the account', async () => {
    const user = await app.addUser({})
    for (const text of ['', ' ', 'x'.repeat(userNoteLimits.text + 1)])
      expect((await add(user.id, text)).code).toBe('invalid_parameters')
    const row = { user_id: user.id, author_id: admin.id, body: 'x', created_at: 1 }
    await app.store.db
      .insertInto('user_notes')
      .values(Array.from({ length: userNoteLimits.notes - 1 }, () => row))
      .execute()
    const answers = await Promise.all([add(user.id, 'last'), add(user.id, 'one more')])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['too_many_notes', undefined])
    await app.root.post('/api/user/manage', { id: user.id, action: 'delete' })
    expect(await list(user.id)).toEqual([])
    expect((await add(user.id, 'late')).code).toBe('not_found')
  })

  test('an account of the same level is out of reach, and writing needs its right', async () => {
    const peer = await app.addUser({ role: roles.admin })
    expect((await admin.get(`/api/user/${peer.id}/notes`)).body.code).toBe('user_out_of_reach')
    expect((await add(peer.id, 'x')).code).toBe('user_out_of_reach')
    await app.root.put('/api/user/', { id: peer.id, admin_permissions: { user: { write: false } } })
    const user = await app.addUser({})
    expect((await add(user.id, 'x', peer)).code).toBe('insufficient_rights')
    expect(await list(user.id, peer)).toEqual([])
  })
})
