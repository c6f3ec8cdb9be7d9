import { afterAll, afterEach, beforeAll } from 'bun:test'
import { type Startable, shareStarted } from './share-started.ts'

/**
 * What `start` returns, for all tests of the file or `describe` that calls this: started before the first of them,
 * reset after each, stopped after the last.
 */
export const forTests = <T extends Startable>(start: () => Promise<T>): T =>
  shareStarted({ beforeAll, afterEach, afterAll }, start)

/**
 * Returns a function that tests pass what they open, and that returns it. All of it is closed after the last test of
 * the file or `describe` that calls this, the latest first.
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
