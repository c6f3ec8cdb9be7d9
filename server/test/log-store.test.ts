import { expect, test } from 'bun:test'
import type { UsageLogPage } from '@sluice/contract/usage-log'
import { startTestApp } from '../src/admin/test-app.ts'
import { auditLedger } from '../src/cli/ledger-audit.ts'
import { clearDeletedNames } from '../src/identity/retired-names.ts'
import { createUsageLogJob } from '../src/jobs/usage-log-job.ts'
import { createUsageMoveJob } from '../src/jobs/usage-move-job.ts'
import { addChannel, addToken, addUser, mustReserve, q, usageRow } from '../src/ledger/test-accounts.ts'
import { createLog } from '../src/platform/log.ts'
import { createManualClock } from '../src/platform/test-clock.ts'
import { createLogStore } from '../src/store/log-store/open-log-store.ts'
import { createLogPlace, logOnlyEngines } from '../src/store/log-store/test-log-stores.ts'
import { deletedName, retireName } from '../src/store/retired-names.ts'
import { serverEngines } from '../src/store/test-databases.ts'
import { startWire, throughWire } from './wire.ts'

const log = createLog('silent')
const { signal } = new AbortController()
const logEngines = [...serverEngines.filter(({ name }) => name === 'PostgreSQL'), ...logOnlyEngines]

test.each(logEngines)(
  'an unreachable log database ($name) stops no call, and gets the rows when it is back',
  async (engine) => {
    const clock = createManualClock(Date.UTC(2026, 10, 20))
    const {
      settings: { dsn },
      remove,
    } = await createLogPlace(engine)
    const wire = await startWire(dsn)
    const settings = { dsn: throughWire(dsn, wire), sqlitePath: '' }
    const logStore = createLogStore(settings, { clock, log })
    const app = await startTestApp({ clock, logStore })
    const { db, reports } = app.store
    try {
      const user = await addUser(app.store, 'u')
      await app.ledger.post({ userId: user, kind: 'credit', ref: 'credit', amount: q(10_000) })
      const channel = await addChannel(app.store)
      const token = await addToken(app.store, user, true)
      let calls = 0
      const call = async () => {
        calls += 1
        const ref = `call-${calls}`
        const held = await mustReserve(app.ledger, { ref, userId: user, tokenId: token, amount: 100 })
        const row = { ...usageRow(user, token, ref, 70), created_at: clock.now() }
        await held.settle(q(70), row, channel)
        clock.advance(1_000)
      }
      const move = () => createUsageMoveJob({ db, reports, logStore, clock, log }).run(signal)
      const list = async (reader = app.root) => {
        const answer = await reader.get('/api/log/?type=2')
        const { items, total } = answer.body.data as UsageLogPage
        return { total, requests: items.map((row) => row.request_id) }
      }
      const countMain = async () => (await db.selectFrom('usage_logs').select('id').execute()).length
      const shown = () => Array.from({ length: calls }, (_, index) => `call-${calls - index}`)

      for (let count = 0; count < 3; count += 1) await call()
      clock.advance(60_000)
      await move()
      expect(await countMain()).toBe(1)
      expect(await list()).toEqual({ total: 3, requests: shown() })
      expect(await auditLedger(app.store, logStore)).toMatchObject({ findings: [], logFault: null })

      wire.cut()
      for (let count = 0; count < 3; count += 1) await call()
      clock.advance(60_000)
      await move()
      expect(logStore.fault).not.toBeNull()
      expect(await countMain()).toBe(4)
      expect((await app.root.get('/api/log/')).status).toBe(503)
      clock.advance(300_000)
      const state = async () => (await app.root.get('/api/log/store')).body.data
      expect(await state()).toEqual({
        is_separate: true,
        is_reachable: false,
        waiting_rows: 4,
        waiting_since: expect.any(Number),
      })
      expect(await auditLedger(app.store, logStore)).toMatchObject({
        findings: [],
        usageRowDifferences: [],
        logFault: expect.any(String),
      })

      wire.restore()
      clock.advance(60_000)
      await move()
      expect(await state()).toEqual({
        is_separate: true,
        is_reachable: true,
        waiting_rows: 0,
        waiting_since: 0,
      })
      expect(await countMain()).toBe(1)
      expect(await list()).toEqual({ total: 6, requests: shown() })
      expect(await auditLedger(app.store, logStore)).toMatchObject({ findings: [], logFault: null })

      // A deleted account's name is in neither database afterwards.
      await retireName(db, { nameHash: 'h', userId: user, at: clock.now() })
      clock.advance(3 * 3_600_000)
      await clearDeletedNames({ db, logStore, clock }, signal)
      const { db: logs } = await logStore.open()
      for (const database of [db, logs]) {
        const names = await database
          .selectFrom('usage_logs')
          .select('username')
          .where('user_id', '=', user)
          .distinct()
          .execute()
        expect(names).toEqual([{ username: deletedName(user) }])
      }

      // Rows expire there as in the main database.
      clock.advance(80 * 86_400_000)
      const config = { LOG_RETENTION_DAYS: 30 }
      await createUsageLogJob({ db, logStore, state: app.state, clock, log, config }).run(signal)
      const root = await app.addUser({ role: 100 })
      expect(await list(root)).toEqual({ total: 0, requests: [] })
      expect((await auditLedger(app.store, logStore)).findings).toEqual([])
      await call()
      const purged = await root.delete(`/api/log/?target_timestamp=${Math.floor(clock.now() / 1000) + 60}`)
      expect(purged.body.data).toBe(1)
    } finally {
      await app.close()
      await logStore.close()
      wire.close()
      await remove()
    }
  },
  120_000,
)
