export interface Startable {
  /** Undoes what a test did, for the next one. */
  reset?(): void | Promise<void>
  /** One of the two ends it. */
  stop?(): unknown
  close?(): unknown
}

/** The hooks of a test runner. */
interface Hooks {
  beforeAll(run: () => Promise<unknown>): void
  afterEach(run: () => Promise<unknown>): void
  afterAll(run: () => Promise<unknown>): void
}

/** What `start` returns, for all tests to which `hooks` belong: reset after each of them, and stopped at the end. */
export function shareStarted<T extends Startable>(hooks: Hooks, start: () => Promise<T>): T {
  // Filled before the first test runs; until then, nothing may be read of it.
  const shared = {} as T
  let started: T | null = null
  hooks.beforeAll(async () => {
    started = await start()
    // With their getters: a server has another address after a restart.
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(started))
  })
  hooks.afterEach(async () => started?.reset?.())
  hooks.afterAll(async () => (started?.stop ?? started?.close)?.())
  return shared
}
