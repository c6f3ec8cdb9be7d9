import { afterEach, expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import { startTestApp, type TestApp, testPassword } from '../admin/test-app.ts'
import { auditLedger } from '../cli/ledger-audit.ts'
import { buildNoteRow } from '../ledger/build-note-row.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { engines } from '../store/test-databases.ts'
import { clearDeletedNames } from './retired-names.ts'

let app: TestApp
afterEach(() => app.close())

const hourMs = 3_600_000
const note = { code: 'gift_invited', params: { amount: 1 } } as const
const noteText = { note, content: 'a note' }

for (const engine of engines) {
  test(`${engine.name}: the name of a deleted account is removed from the log, and is never assigned again`, async () => {
    const clock = createManualClock()
    app = await startTestApp({ engine, clock })
    const { db } = app.store
    const ada = await app.addUser({ username: 'ada' })
    const ben = await app.addUser({ username: 'ben' })
    const record = (userId: number, username: string) =>
      app.ledger.record(
        buildNoteRow({
          type: logType.system,
          userId,
          username,
          groupName: 'default',
          text: noteText,
          at: clock.now(),
          requestId: 'r',
        }),
      )
    for (let count = 0; count < 3; count++) record(ada.id, 'ada')
    record(ben.id, 'ben')
    const detail = JSON.stringify({
      end: 'error',
      error: { code: 'x', status: 400, message: 'a\0"client_ip"' },
      admin_info: { use_channel: ['7'], client_ip: '198.51.100.7' },
    })
    for (const { id, username } of [
      { id: ada.id, username: 'ada' },
      { id: ben.id, username: 'ben' },
    ]) {
      const errorRow = buildNoteRow({
        type: logType.error,
        userId: id,
        username,
        groupName: 'default',
        text: noteText,
        at: clock.now(),
        requestId: 'r',
      })
      app.ledger.record({ ...errorRow, detail })
    }
    await app.ledger.flush()
    expect((await app.root.delete(`/api/user/${ada.id}`)).body.success).toBe(true)

    const deletedName = `deleted@${ada.id}`
    const found = await app.root.get(`/api/user/search?keyword=${ada.id}`)
    expect((found.body.data as { items: object[] }).items).toContainEqual(
      expect.objectContaining({ id: ada.id, username: deletedName, DeletedAt: expect.any(String) }),
    )
    const create = (username: string) => app.root.post('/api/user/', { username, password: testPassword })
    for (const taken of ['ada', 'Ada', 'ADA']) expect((await create(taken)).body.code).toBe('username_taken')
    expect((await create(deletedName)).body.success).toBe(false)
    const own = { username: 'ada', original_password: testPassword }
    expect((await ben.put('/api/user/self', own)).body.code).toBe('username_taken')
    const renamed = await app.root.put('/api/user/', { id: ben.id, username: 'ada' })
    expect(renamed.body).toMatchObject({
      code: 'username_taken',
      field_reasons: { username: { code: 'usernameTaken' } },
    })
    expect((await create('adam')).body.success).toBe(true)
    // Nor does a new name look like that of another account; the own one may change its capitals.
    expect((await create('ADAM')).body.code).toBe('username_taken')
    expect((await ben.put('/api/user/self', { ...own, username: 'Adam' })).body.code).toBe('username_taken')
    expect((await app.root.put('/api/user/', { id: ben.id, username: 'aDAM' })).body.code).toBe('username_taken')
    expect((await app.root.put('/api/user/', { id: ben.id, username: 'BEN' })).body.success).toBe(true)
    expect((await app.root.put('/api/user/', { id: ben.id, username: 'ben' })).body.success).toBe(true)
    const [retired] = await db.selectFrom('retired_names').selectAll().execute()
    expect(JSON.stringify(retired)).not.toContain('ada')

    // Calls in progress still write rows. After that, the name and the client addresses of this account are removed
    // from the log.
    const readNames = async () =>
      (await db.selectFrom('usage_logs').select('username').where('user_id', 'in', [ada.id, ben.id]).execute())
        .map(({ username }) => username)
        .sort()
    const clear = () => clearDeletedNames({ db, logStore: null, clock }, new AbortController().signal)
    expect(await clear()).toBe(0)
    clock.advance(2 * hourMs + 1)
    expect(await clear()).toBe(1)
    expect(await readNames()).toEqual(['ben', 'ben', deletedName, deletedName, deletedName, deletedName])
    const calls = await db
      .selectFrom('usage_logs')
      .select(['user_id', 'detail'])
      .where('type', '=', logType.error)
      .execute()
    const kept = JSON.parse(detail)
    const details = Object.fromEntries(calls.map((call) => [call.user_id, JSON.parse(call.detail)]))
    expect(details).toEqual({ [ada.id]: { ...kept, admin_info: { use_channel: ['7'] } }, [ben.id]: kept })
    expect(await clear()).toBe(0)
    expect(await auditLedger(app.store)).toMatchObject({ isClean: true, findings: [] })
  }, 60_000)
}
