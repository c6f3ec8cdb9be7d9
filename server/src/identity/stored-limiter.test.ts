import { afterEach, expect, test } from 'bun:test'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { deleteEndedWindows } from '../store/counted-events.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { createStoredLimiter } from './stored-limiter.ts'

let store: Store
afterEach(() => store.close())

for (const engine of engines) {
  const createLimiter = async () => {
    store = await engine.fresh()
    const clock = createManualClock()
    const secretBox = createSecretBox('a secret for limits')
    const deps = { db: store.db, clock, secretBox }
    return { clock, limiter: createStoredLimiter(deps, { name: 'test', limit: 3, windowSeconds: 60 }) }
  }

  test(`${engine.name}: exactly the allowed number of parallel events passes`, async () => {
    const { limiter } = await createLimiter()
    const results = await Promise.all(Array.from({ length: 10 }, () => limiter.take('a')))
    expect(results.filter((result) => result.ok)).toHaveLength(3)
    expect(await limiter.take('b')).toEqual({ ok: true })
  })

  test(`${engine.name}: after a window ends a new one begins, and ended windows can be deleted`, async () => {
    const { limiter, clock } = await createLimiter()
    for (let events = 0; events < 3; events++) await limiter.take('a')
    clock.advance(20_000)
    expect(await limiter.take('a')).toEqual({ ok: false, retryAfterSeconds: 40 })
    expect(await limiter.check('a')).toEqual({ ok: false, retryAfterSeconds: 40 })
    clock.advance(40_000)
    expect(await limiter.check('a')).toEqual({ ok: true })
    expect(await limiter.take('a')).toEqual({ ok: true })
    expect(await deleteEndedWindows(store.db, clock.now(), 10)).toBe(0)
    clock.advance(60_000)
    expect(await deleteEndedWindows(store.db, clock.now(), 10)).toBe(1)
  })

  test(`${engine.name}: one event can be undone, and all events of a subject can be deleted`, async () => {
    const { limiter } = await createLimiter()
    for (let events = 0; events < 3; events++) await limiter.take('a')
    await limiter.giveBack('a')
    expect(await limiter.take('a')).toEqual({ ok: true })
    expect((await limiter.take('a')).ok).toBe(false)
    await limiter.forget('a')
    expect(await limiter.take('a')).toEqual({ ok: true })
  })
}
