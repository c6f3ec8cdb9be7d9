import { afterEach, beforeEach, expect, test } from 'bun:test'
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

for (const engine of engines) {
  let store: Store
  let state: State
  let clock: ReturnType<typeof createManualClock>
  let sessions: Sessions
  let userId: number
  beforeEach(async () => {
    store = await engine.fresh()
    clock = createManualClock()
    const secretBox = createSecretBox('a secret for sessions')
    state = await createState({
      ...{ db: store.db, secretBox, clock, log: createLog('silent'), syncFrequencyMs: 0 },
    })
    sessions = createSessions({ db: store.db, secretBox, clock, state }, { idleDays: 7, maxDays: 30 })
    userId = await insertTestUser(store.db, { username: 'ulf' })
  })
  afterEach(async () => {
    sessions.close()
    await state.close()
    await store.close()
  })

  const start = () => sessions.start({ userId, ip: '192.0.2.1', userAgent: 'test' })
  const rows = () => store.db.selectFrom('sessions').selectAll().execute()

  test(`${engine.name}: a cookie finds its session, and is not stored itself`, async () => {
    const cookie = await start()
    expect(await sessions.find(cookie)).toMatchObject({ id: userId, username: 'ulf' })
    expect(await sessions.find('x'.repeat(43))).toBeNull()
    expect(JSON.stringify(await rows())).not.toContain(cookie)
  })

  test(`${engine.name}: a session ends seven days after its last use and thirty after its start`, async () => {
    const idle = await start()
    clock.advance(7 * dayMs)
    expect(await sessions.find(idle)).toBeNull()
    expect(await rows()).toHaveLength(0)

    const used = await start()
    for (let days = 6; days < 30; days += 6) {
      clock.advance(6 * dayMs)
      expect(await sessions.find(used)).not.toBeNull()
    }
    clock.advance(6 * dayMs)
    expect(await sessions.find(used)).toBeNull()
  })

  test(`${engine.name}: changes of another node take effect within two seconds`, async () => {
    const cookie = await start()
    expect(await sessions.find(cookie)).not.toBeNull()
    await store.db.deleteFrom('sessions').execute()
    clock.advance(2_000)
    expect(await sessions.find(cookie)).toBeNull()
  })

  test(`${engine.name}: ending all sessions but one keeps that one`, async () => {
    const [mine, other] = [await start(), await start()]
    const caller = await sessions.find(mine)
    expect(await sessions.find(other)).not.toBeNull()
    await sessions.endAllOf(userId, caller?.sessionHash ?? null)
    expect(await sessions.find(other)).toBeNull()
    expect(await sessions.find(mine)).not.toBeNull()
    await sessions.endAllOf(userId)
    expect(await sessions.find(mine)).toBeNull()
  })

  test(`${engine.name}: the sweep removes expired sessions and nothing else`, async () => {
    await start()
    clock.advance(8 * dayMs)
    const fresh = await start()
    expect(await sessions.sweep()).toBe(1)
    expect(await sessions.find(fresh)).not.toBeNull()
  })
}
