import { setImmediate } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { markTokenUses } from '../store/account-uses.ts'
import { makeTopupSums } from '../store/make-topup-sums.ts'
import { makeUsageSums } from '../store/make-usage-sums.ts'
import { takeTurn } from '../store/turns.ts'
import type { Job } from './supervisor.ts'

/** While a node holds the turn, the others do not make the same sums. */
const turnMs = 120_000

/**
 * Makes the sums that statistics read, and notes the last use of accounts. The first run of an hour makes the sums
 * of usage, that of a day those of top-ups; after an upgrade it takes all past days.
 */
export const createUsageSumsJob = ({ db, reports, clock, log }: Services<'db' | 'reports' | 'clock' | 'log'>): Job => ({
  name: 'usage sums',
  schedule: '30 */5 * * * *',
  async run(signal) {
    const turn = await takeTurn(db, { name: 'usage sums', now: clock.now(), forMs: turnMs })
    if (turn === null) return
    try {
      const pause = async () => {
        await turn.extend(clock.now())
        await setImmediate()
      }
      await markTokenUses({ db, reports }, clock.now(), { signal, pause })
      const days = await makeUsageSums({ db, reports }, clock.now(), { signal, pause })
      if (days > 0) log.debug({ days }, 'the sums of usage were made')
      const topupDays = await makeTopupSums({ db, reports }, clock.now(), { signal, pause })
      if (topupDays > 0) log.debug({ days: topupDays }, 'the sums of top-ups were made')
    } finally {
      await turn.end()
    }
  },
})
