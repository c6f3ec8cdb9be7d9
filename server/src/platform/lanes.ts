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

/** Lanes of work, each first come, first served: what hangs delays its own work alone. */
export function createLanes<T>({ laneOf, follow, atOnce, waitingMax }: Lanes<T>) {
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
