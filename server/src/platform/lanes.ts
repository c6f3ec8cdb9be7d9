import { setTimeout as pause } from 'node:timers/promises'

/** How the work of lanes is done. */
interface Lanes<T> {
  /** The name of the lane that a work belongs to: of what may hang. */
  laneOf(work: T): string
  /** Never rejects. */
  follow(work: T): Promise<void>
  /** Works of a lane that are followed at the same time. */
  atOnce: number
  /** More works of a lane do not wait here: one that hangs must not use up what a process may follow. */
  waitingMax: number
}

interface Lane<T> {
  running: number
  waiting: T[]
}

/** Work that becomes due in a store, and how it is claimed there. */
interface DueWork<T> extends Lanes<T> {
  /** The next due works, which no other process follows meanwhile. `isAll`: no more are due now. */
  claim(): Promise<{ works: readonly T[]; isAll: boolean }>
  /** Too much work of its lane waits: it is claimed again later. */
  postpone(work: T): Promise<void>
  /** While a lane hangs, due work is claimed again after this time. */
  everyMs: number
}

/** Claims and follows work until none is due or followed any more, or until `signal`. */
export async function followDue<T>(due: DueWork<T>, signal: AbortSignal): Promise<void> {
  const lanes = createLanes(due)
  while (!signal.aborted) {
    const { works, isAll } = await due.claim()
    for (const work of works) if (!lanes.add(work)) await due.postpone(work)
    if (!isAll) continue
    if (lanes.isIdle()) break
    await Promise.race([lanes.idle(), pause(due.everyMs, undefined, { signal }).catch(() => undefined)])
  }
  await lanes.idle()
}

/** Lanes of work, each first come, first served: what hangs delays its own work alone. */
function createLanes<T>({ laneOf, follow, atOnce, waitingMax }: Lanes<T>) {
  const lanes = new Map<string, Lane<T>>()
  const followed = new Set<Promise<void>>()

  function start(name: string, lane: Lane<T>): void {
    while (lane.running < atOnce) {
      const next = lane.waiting.shift()
      if (next === undefined) break
      lane.running++
      const work = follow(next).then(() => {
        followed.delete(work)
        lane.running--
        start(name, lane)
      })
      followed.add(work)
    }
    if (lane.running === 0) lanes.delete(name)
  }

  return {
    /** False if too much work of its lane waits. */
    add(work: T): boolean {
      const name = laneOf(work)
      const lane = lanes.get(name) ?? { running: 0, waiting: [] }
      if (lane.waiting.length >= waitingMax) return false
      lanes.set(name, lane)
      lane.waiting.push(work)
      start(name, lane)
      return true
    },
    isIdle: (): boolean => lanes.size === 0,
    /** Ends when no work is followed or waits any more. */
    async idle(): Promise<void> {
      while (followed.size > 0) await Promise.all(followed)
    },
  }
}
