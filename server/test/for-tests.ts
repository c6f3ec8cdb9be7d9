import { afterAll, afterEach, beforeAll } from 'bun:test'

export interface Startable {
  /** Undoes what a test did, for the next one. */
  reset?(): void | Promise<void>
  /** One of the two ends it. */
  stop?(): Promise<unknown>
  close?(): Promise<unknown>
}

/**
 * What `start` returns, for all tests of the file or `describe` that calls this: started before the first of them, reset
 * after each, stopped after the last.
 */
export function forTests<T extends Startable>(start: () => Promise<T>): T {
  // Filled before the first test runs; until then, nothing may be read of it.
  const shared = {} as T
  let started: T | null = null
  beforeAll(async () => {
    started = await start()
    Object.assign(shared, started)
  })
  afterEach(() => started?.reset?.())
  afterAll(() => (started?.stop ?? started?.close)?.())
  return shared
}

/**
 * Returns a function that tests pass what they open, and that returns it. All of it is closed after the last test of the
 * file or `describe` that calls this, the latest first.
 */
export function closeAfterTests(): <T extends { close(): unknown }>(opened: T) => T {
  const all: { close(): unknown }[] = []
  afterAll(async () => {
    for (const opened of all.reverse()) await opened.close()
  })
  return (opened) => {
    all.push(opened)
    return opened
  }
}
