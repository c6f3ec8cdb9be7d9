import { describe, expect, test } from 'bun:test'
import { countTests, entryOf, failedModels, visitAll } from './model-test-run.ts'

const passed = entryOf({ ok: true, ms: 5, figures: { time: 0.005 } })
const failed = entryOf({ ok: false, ms: 5, figures: { time: 0.005 }, message: 'status 404' })
/** A refusal of the gateway, such as a rate limit. */
const refused = entryOf({ ok: false, ms: 5, figures: {}, message: 'too many requests' })

test('a refusal of the gateway does not count as a failure of the model, so the model is not offered for removal', () => {
  const entries = { a: passed, b: failed, c: refused }
  expect(failedModels(['c', 'b', 'a', 'd'], entries)).toEqual(['b'])
  expect(refused.state).toBe('untested')
})

test('the progress counts only the models of the run', () => {
  const entries = { a: passed, b: failed, c: { state: 'running' as const }, d: { state: 'waiting' as const } }
  expect(countTests(['b', 'c', 'd'], entries)).toEqual({ done: 1, total: 3, passed: 0, failed: 1 })
  expect(countTests(['a', 'x'], entries)).toEqual({ done: 1, total: 2, passed: 1, failed: 0 })
})

describe('a run over models', () => {
  /** Visits that end when the test releases them. */
  function buildHeldVisits() {
    const started: string[] = []
    const release: Record<string, () => void> = {}
    const visit = (name: string) =>
      new Promise<void>((resolve) => {
        started.push(name)
        release[name] = resolve
      })
    return { started, release, visit }
  }
  const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('visits them in order, a few at a time', async () => {
    const { started, release, visit } = buildHeldVisits()
    const ended = visitAll(['a', 'b', 'c'], { atOnce: 2, signal: new AbortController().signal, visit })
    expect(started).toEqual(['a', 'b'])
    release.b?.()
    await nextTurn()
    expect(started).toEqual(['a', 'b', 'c'])
    release.a?.()
    release.c?.()
    await ended
  })

  test('starts no further visit after it is cancelled', async () => {
    const { started, release, visit } = buildHeldVisits()
    const controller = new AbortController()
    const ended = visitAll(['a', 'b'], { atOnce: 1, signal: controller.signal, visit })
    controller.abort()
    release.a?.()
    await ended
    expect(started).toEqual(['a'])
  })
})
