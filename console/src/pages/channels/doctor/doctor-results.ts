import type { DoctorCheck, DoctorClient, DoctorPair, DoctorResult, DoctorRun } from '@sluice/contract/channel-doctor'

/** By `keyOfPair`. */
type Pairs = ReadonlyMap<string, DoctorPair>

export const keyOfPair = ({ model, client }: Pick<DoctorPair, 'model' | 'client'>): string => `${client} ${model}`

/** What a run tests, and the result of each pair of a model and a client. */
export interface Tested {
  models: readonly string[]
  clients: readonly DoctorClient[]
  checks: readonly DoctorCheck[]
  pairs: Pairs
}

export const testedBy = ({ checks, pairs }: DoctorRun): Tested => ({
  models: [...new Set(pairs.map(({ model }) => model))],
  clients: [...new Set(pairs.map(({ client }) => client))],
  checks,
  pairs: new Map(pairs.map((pair) => [keyOfPair(pair), pair])),
})

export interface DoctorCounts {
  /** Of the pairs. */
  done: number
  total: number
  /** Of the checks. */
  passed: number
  failed: number
}

export function countResults({ pairs }: Pick<DoctorRun, 'pairs'>): DoctorCounts {
  const results = pairs.flatMap((pair) => pair.results)
  return {
    done: pairs.filter(({ state }) => state === 'done' || state === 'refused').length,
    total: pairs.length,
    passed: results.filter(({ outcome }) => outcome === 'passed').length,
    failed: results.filter(({ outcome }) => outcome === 'failed').length,
  }
}

/** Whether all checks of a model by all clients passed. `untested`: some were not made, and none failed. */
export function verdictOf(model: string, { clients, pairs }: Tested): 'passed' | 'failed' | 'untested' {
  const found = clients.map((client) => pairs.get(keyOfPair({ model, client })))
  if (found.some((pair) => pair?.results.some(({ outcome }) => outcome === 'failed'))) return 'failed'
  return found.length > 0 && found.every((pair) => pair?.state === 'done') ? 'passed' : 'untested'
}

type Cause = Pick<DoctorResult, 'finding' | 'detail'>

/** One cause for which a model failed. */
export interface Failure extends Cause {
  clients: DoctorClient[]
  /** The same for each of the clients. */
  checks: DoctorCheck[]
}

/** Why a model failed, in the order of its clients; a cause that clients or checks share is named once. */
export function failuresOf(model: string, { clients, pairs }: Tested): Failure[] {
  const failures: Failure[] = []
  for (const failure of clients.flatMap((client) => failuresOfPair(pairs.get(keyOfPair({ model, client }))))) {
    const same = failures.find((one) => isSameCause(one, failure) && one.checks.join() === failure.checks.join())
    if (same) same.clients.push(...failure.clients)
    else failures.push(failure)
  }
  return failures
}

function failuresOfPair(pair: DoctorPair | undefined): Failure[] {
  if (pair === undefined) return []
  const failures: Failure[] = []
  for (const { check, outcome, finding, detail } of pair.results) {
    if (outcome !== 'failed') continue
    const same = failures.find((one) => isSameCause(one, { finding, detail }))
    if (same) same.checks.push(check)
    else failures.push({ finding, detail, clients: [pair.client], checks: [check] })
  }
  return failures
}

const isSameCause = (one: Cause, other: Cause): boolean => one.finding === other.finding && one.detail === other.detail
