import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import type { State } from '../state/snapshot.ts'
import { createState } from '../state/state.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { insertTestUser } from '../store/test-users.ts'
import { createSessions, type Sessions } from './sessions.ts'

const dayMs = 86_400_000

describe.each(engines)('sessions on $name', (engine) => {
  let store: Store
  let state: State
  let clock: ReturnType<typeof createManualClock>
  let sessions: Sessions
  let userId: number
  beforeEach(async () => {
    store = await engine.fresh()
    clock = createManualClock()
    const secretBox = createSecretBox('a secret for sessions')
    const log = createLog('silent')
    state = await createState({ db: store.db, secretBox, clock, log, syncFrequencyMs: 0 })
    sessions = createSessions({ db: store.db, secretBox, clock, state }, { idleDays: 7, maxDays: 30 })
    userId = await insertTestUser(store.db, { username: 'ulf' })
  })
  afterEach(async () => {
    sessions.close()
    await state.close()
    await store.close()
  })

  const start = () => sessions.start({ userId, ip: '192.0.2.1', userAgent: 'test' })
  const readRows = () => store.db.selectFrom('sessions').selectAll().execute()

  test('a cookie finds its session, and is not stored', async () => {
    const cookie = await start()
    expect(await sessions.find(cookie)).toMatchObject({ id: userId, username: 'ulf' })
    expect(await sessions.find('x'.repeat(43))).toBeNull()
    expect(JSON.stringify(await readRows())).not.toContain(cookie)
  })

  test('a session ends seven days after its last use, and thirty days after its start', async () => {
    const idle = await start()
    clock.advance(7 * dayMs)
    expect(await sessions.find(idle)).toBeNull()
    expect(await readRows()).toHaveLength(0)

    const used = await start()
    for (let days = 6; days < 30; days += 6) {
      clock.advance(6 * dayMs)
      expect(await sessions.find(used)).not.toBeNull()
    }
    clock.advance(6 * dayMs)
    expect(await sessions.find(used)).toBeNull()
  })

  test('changes of another node take effect within two seconds', async () => {
    const cookie = await start()
    expect(await sessions.find(cookie)).not.toBeNull()
    await store.db.deleteFrom('sessions').execute()
    clock.advance(2_000)
    expect(await sessions.find(cookie)).toBeNull()
  })

  test('ending all other sessions keeps one session', async () => {
    const [kept, other] = [await start(), await start()]
    const caller = await sessions.find(kept)
    expect(await sessions.find(other)).not.toBeNull()
    await sessions.endAllOf(userId, caller?.sessionHash ?? null)
    expect(await sessions.find(other)).toBeNull()
    expect(await sessions.find(kept)).not.toBeNull()
    await sessions.endAllOf(userId)
    expect(await sessions.find(kept)).toBeNull()
  })

  test('the sweep removes only expired sessions', async () => {
    await start()
    clock.advance(8 * dayMs)
    const fresh = await start()
    expect(await sessions.sweep()).toBe(1)
    expect(await sessions.find(fresh)).not.toBeNull()
  })
})
