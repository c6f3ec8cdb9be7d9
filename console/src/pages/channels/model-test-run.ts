import type { TestResult } from './queries.ts'

/** `untested`: the gateway refused the request or was unreachable, so the result says nothing about the model. */
type TestState = 'waiting' | 'running' | 'passed' | 'failed' | 'untested'

export interface TestEntry {
  state: TestState
  result?: TestResult
}

/** Model → its last test. Models without an entry were not tested. */
export type TestEntries = Readonly<Record<string, TestEntry>>

/** An answer of the gateway always contains its duration. */
export function entryOf(result: TestResult): TestEntry {
  if (result.ok) return { state: 'passed', result }
  return { state: result.figures.time === undefined ? 'untested' : 'failed', result }
}

/** The tested models of `models` that failed, in the same order. */
export const failedModels = (models: readonly string[], entries: TestEntries): string[] =>
  models.filter((model) => entries[model]?.state === 'failed')

export interface TestCounts {
  done: number
  total: number
  passed: number
  failed: number
}

/** The progress of a run over `models`. */
export function countTests(models: readonly string[], entries: TestEntries): TestCounts {
  const stateOf = (model: string) => entries[model]?.state
  const isDone = (model: string) => !['waiting', 'running', undefined].includes(stateOf(model))
  return {
    done: models.filter(isDone).length,
    total: models.length,
    passed: models.filter((model) => stateOf(model) === 'passed').length,
    failed: models.filter((model) => stateOf(model) === 'failed').length,
  }
}

/** Calls `visit` for each of `names` in order, `atOnce` at a time, until `signal` is aborted. */
export async function visitAll(
  names: readonly string[],
  { atOnce, signal, visit }: { atOnce: number; signal: AbortSignal; visit(name: string): Promise<void> },
): Promise<void> {
  const next = names.values()
  const work = async () => {
    for (const name of next) {
      if (signal.aborted) return
      await visit(name)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, names.length) }, work))
}
