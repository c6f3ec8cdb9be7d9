import type { DoctorCheck } from '@sluice/contract/channel-doctor'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { visitAll } from '../model-test-run.ts'
import { type DoctorPair, keyOfPair, type PairState, type PairStates } from './doctor-results.ts'

/** The gateway has a separate limit for all administrators together. */
const atOnce = 4

export interface DoctorRun {
  /** The pairs of the last run. */
  pairs: readonly DoctorPair[]
  states: PairStates
  isRunning: boolean
  start(pairs: readonly DoctorPair[], checks: readonly DoctorCheck[]): Promise<void>
  cancel(): void
}

/** Runs the checks of a channel, a few pairs of model and client at a time. Leaving the page cancels the run. */
export function useDoctorRun(channelId: number): DoctorRun {
  const [pairs, setPairs] = useState<readonly DoctorPair[]>([])
  const [states, setStates] = useState<PairStates>(new Map())
  const [isRunning, setIsRunning] = useState(false)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const put = (key: string, state: PairState) => setStates((before) => new Map([...before, [key, state]]))

  return {
    pairs,
    states,
    isRunning,
    async start(chosen, checks) {
      const run = new AbortController()
      controller.current = run
      setPairs(chosen)
      setStates(new Map(chosen.map((pair) => [keyOfPair(pair), { kind: 'waiting' }])))
      setIsRunning(true)
      const byKey = new Map(chosen.map((pair) => [keyOfPair(pair), pair]))
      await visitAll([...byKey.keys()], {
        atOnce,
        signal: run.signal,
        async visit(key) {
          const pair = byKey.get(key)
          if (pair === undefined) return
          put(key, { kind: 'running' })
          const state = await check(channelId, pair, checks, run.signal)
          if (!run.signal.aborted) put(key, state)
        },
      })
      setStates(withoutUnfinished)
      setIsRunning(false)
    },
    cancel: () => controller.current?.abort(),
  }
}

async function check(
  id: number,
  pair: DoctorPair,
  checks: readonly DoctorCheck[],
  signal: AbortSignal,
): Promise<PairState> {
  try {
    const body = { ...pair, checks: [...checks] }
    return { kind: 'done', results: await api('POST /api/channel/:id/doctor', { params: { id }, body, signal }) }
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Removes pairs that a cancelled run did not reach. */
const withoutUnfinished = (states: PairStates): PairStates =>
  new Map([...states].filter(([, { kind }]) => kind === 'done' || kind === 'refused'))
