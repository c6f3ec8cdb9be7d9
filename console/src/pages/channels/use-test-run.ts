import { useEffect, useRef, useState } from 'react'
import { countTests, entryOf, type TestCounts, type TestEntries, visitAll } from './model-test-run.ts'
import { type TestHow, testChannel } from './queries.ts'

/** The gateway has a separate limit for all administrators together. */
const atOnce = 4

export interface TestRun {
  entries: TestEntries
  /** Null before the first run. */
  counts: TestCounts | null
  isRunning: boolean
  start(models: readonly string[], how: TestHow): Promise<void>
  cancel(): void
  /** Removes the results of models that the channel no longer has. */
  forget(models: readonly string[]): void
}

/** Tests the models of a channel, a few at a time. Leaving the page cancels the run. */
export function useTestRun(channelId: number, onTested: () => void): TestRun {
  const [entries, setEntries] = useState<TestEntries>({})
  const [models, setModels] = useState<readonly string[]>([])
  const [isRunning, setIsRunning] = useState(false)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const put = (changes: TestEntries) => setEntries((before) => ({ ...before, ...changes }))

  return {
    entries,
    counts: models.length === 0 ? null : countTests(models, entries),
    isRunning,
    async start(chosen, how) {
      const run = new AbortController()
      controller.current = run
      setModels(chosen)
      setIsRunning(true)
      put(Object.fromEntries(chosen.map((model) => [model, { state: 'waiting' }])))
      await visitAll(chosen, {
        atOnce,
        signal: run.signal,
        async visit(model) {
          put({ [model]: { state: 'running' } })
          const result = await testChannel(channelId, model, how, run.signal)
          if (!run.signal.aborted) put({ [model]: entryOf(result) })
        },
      })
      setEntries(withoutUnfinished)
      setIsRunning(false)
      onTested()
    },
    cancel: () => controller.current?.abort(),
    forget(gone) {
      setEntries((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !gone.includes(name))))
      setModels((before) => before.filter((name) => !gone.includes(name)))
    },
  }
}

/** Removes models that a cancelled run did not reach. */
const withoutUnfinished = (entries: TestEntries): TestEntries =>
  Object.fromEntries(Object.entries(entries).filter(([, { state }]) => state !== 'waiting' && state !== 'running'))
