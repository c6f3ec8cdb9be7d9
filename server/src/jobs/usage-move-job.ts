import { setImmediate } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { moveUsageRows } from '../store/log-store/move-usage-rows.ts'
import type { LogStore } from '../store/log-store/open-log-store.ts'
import { takeTurn } from '../store/turns.ts'
import type { Job } from './supervisor.ts'

/** Younger rows are those that the console asks for most, and whose batches may still be under way. */
const ageMs = 30_000
const rowsPerMove = 500
/** Each insertion becomes a part of its table, so fewer and larger ones are better. */
const clickhouseRowsPerMove = 2_000
/** While a node holds the turn, the others do not read the same rows. A move is safe without it. */
const turnMs = 60_000

/** Moves old usage rows into the log database. While that does not answer, they wait in the main one. */
export const createUsageMoveJob = ({
  db,
  reports,
  logStore,
  clock,
  log,
}: Services<'db' | 'reports' | 'clock' | 'log'> & { logStore: LogStore }): Job => ({
  name: 'moved usage rows',
  schedule: '*/15 * * * * *',
  async run(signal) {
    await logStore.check()
    // It has said so in the log.
    if (logStore.fault !== null) return
    const turn = await takeTurn(db, { name: 'usage move', now: clock.now(), forMs: turnMs })
    if (turn === null) return
    try {
      const { db: logs, engine } = await logStore.open()
      const bounds = {
        beforeAt: clock.now() - ageMs,
        rowsPerMove: engine === 'clickhouse' ? clickhouseRowsPerMove : rowsPerMove,
      }
      const pause = async () => {
        await turn.extend(clock.now())
        await setImmediate()
      }
      const moved = await moveUsageRows({ main: db, reports, logs }, bounds, { signal, pause })
      if (moved > 0) log.debug({ moved }, 'usage rows were moved to the log database')
    } finally {
      await turn.end()
    }
  },
})
