import type { DoctorClient, DoctorResult } from '@sluice/contract/channel-doctor'

/** The checks of a model by one client. */
export interface DoctorPair {
  model: string
  client: DoctorClient
}

/** `refused`: the server made no checks, and said why. */
export type PairState =
  | { kind: 'waiting' }
  | { kind: 'running' }
  | { kind: 'done'; results: readonly DoctorResult[] }
  | { kind: 'refused'; reason: string }

/** By `keyOfPair`. */
export type PairStates = ReadonlyMap<string, PairState>

export const keyOfPair = ({ model, client }: DoctorPair): string => `${client} ${model}`

/** One model after another, so that the first matrix is whole soon. */
export const pairsOf = (models: readonly string[], clients: readonly DoctorClient[]): DoctorPair[] =>
  models.flatMap((model) => clients.map((client) => ({ model, client })))

export interface DoctorCounts {
  /** Of the pairs. */
  done: number
  total: number
  /** Of the checks. */
  passed: number
  failed: number
}

export function countResults(pairs: readonly DoctorPair[], states: PairStates): DoctorCounts {
  const found = pairs.map((pair) => states.get(keyOfPair(pair)))
  const results = found.flatMap((state) => (state?.kind === 'done' ? state.results : []))
  return {
    done: found.filter((state) => state?.kind === 'done' || state?.kind === 'refused').length,
    total: pairs.length,
    passed: results.filter(({ outcome }) => outcome === 'passed').length,
    failed: results.filter(({ outcome }) => outcome === 'failed').length,
  }
}

/** Whether all checks of a model by all clients passed. `untested`: some were not made, and none failed. */
export function verdictOf(
  model: string,
  clients: readonly DoctorClient[],
  states: PairStates,
): 'passed' | 'failed' | 'untested' {
  const found = clients.map((client) => states.get(keyOfPair({ model, client })))
  const isBad = found.some(
    (state) => state?.kind === 'done' && state.results.some(({ outcome }) => outcome === 'failed'),
  )
  if (isBad) return 'failed'
  return found.length > 0 && found.every((state) => state?.kind === 'done') ? 'passed' : 'untested'
}
