import { type Startable, shareStarted } from '../../server/test/share-started.ts'
import { test } from './test.ts'

/**
 * What `start` returns, for all tests of the `describe` that calls this: started before the first of them, reset after
 * each, stopped after the last.
 */
export const forTests = <T extends Startable>(start: () => Promise<T>): T => shareStarted(test, start)
