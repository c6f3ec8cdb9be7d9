import type { StoredObjectRow } from '../../store/stored-objects.ts'

/** Work of one account of a provider that is followed at the same time. */
const perAccount = 4
/** More work of an account does not wait here: an account that hangs must not use up what a process may follow. */
const waitingMax = 40

interface Lane {
  running: number
  waiting: StoredObjectRow[]
}

/**
 * A lane for each account of a provider, first come, first served: an account that hangs delays its own work alone.
 * `follow` never rejects.
 */
export function createWorkLanes(follow: (row: StoredObjectRow) => Promise<void>) {
  const lanes = new Map<string, Lane>()
  const followed = new Set<Promise<void>>()

  function start(account: string, lane: Lane): void {
    while (lane.running < perAccount) {
      const row = lane.waiting.shift()
      if (row === undefined) break
      lane.running++
      const work = follow(row).then(() => {
        followed.delete(work)
        lane.running--
        start(account, lane)
      })
      followed.add(work)
    }
    if (lane.running === 0) lanes.delete(account)
  }

  return {
    /** False if too much work of its account waits. */
    add(row: StoredObjectRow): boolean {
      const account = `${row.channel_id} ${row.key_mark}`
      const lane = lanes.get(account) ?? { running: 0, waiting: [] }
      if (lane.waiting.length >= waitingMax) return false
      lanes.set(account, lane)
      lane.waiting.push(row)
      start(account, lane)
      return true
    },
    isIdle: (): boolean => lanes.size === 0,
    /** Ends when no work is followed or waits any more. */
    async idle(): Promise<void> {
      while (followed.size > 0) await Promise.all(followed)
    },
  }
}
