/** Collects values from many calls, and processes them together a moment later. */
export interface Collector<K, V> {
  /** Adds `value` for `key`, merged with the present one. Does no work. */
  add(key: K, value: V): void
  /** Processes what is collected at once, and resolves when nothing is left. */
  idle(): Promise<void>
  /** Like `idle`, and accepts no more values. */
  close(): Promise<void>
}

export interface CollectorSettings<K, V> {
  waitMs: number
  merge: (before: V, now: V) => V
  work: (entries: [K, V][]) => Promise<void>
  onError: (error: unknown) => void
}

/**
 * The maximum number of values. Values beyond it are dropped until the next round, so they must be repeated by their
 * source.
 */
const entriesMax = 100_000

export function createCollector<K, V>(settings: CollectorSettings<K, V>): Collector<K, V> {
  const { waitMs, merge, work, onError } = settings
  let entries = new Map<K, V>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let working: Promise<void> | null = null
  let isClosed = false

  const cancel = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }

  function begin(): void {
    timer = null
    working ??= workAll().finally(() => {
      working = null
      schedule()
    })
  }

  async function workAll(): Promise<void> {
    const taken = [...entries]
    entries = new Map()
    await work(taken).catch(onError)
  }

  function schedule(): void {
    if (isClosed || timer || working || entries.size === 0) return
    timer = setTimeout(begin, waitMs)
    timer.unref()
  }

  async function idle(): Promise<void> {
    while (working || entries.size > 0) {
      cancel()
      begin()
      await working
    }
  }

  return {
    add(key, value) {
      const before = entries.get(key)
      if (before === undefined && (isClosed || entries.size >= entriesMax)) return
      entries.set(key, before === undefined ? value : merge(before, value))
      schedule()
    },
    idle,
    async close() {
      isClosed = true
      await idle()
    },
  }
}
