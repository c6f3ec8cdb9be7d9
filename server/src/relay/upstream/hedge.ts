import { GatewayError } from '../../core/errors.ts'
import { forkAbort } from '../call/call-abort.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import type { RouteChoice } from '../routing/route.ts'
import { pauseFor, type Tried } from './attempt-loop.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'

type FailedOutcome = Extract<AttemptOutcome, { kind: 'failed' }>

export interface HedgeTools {
  hedgeMs: number
  /** The channel for a second attempt; null = there is none. */
  next: () => RouteChoice | null | Promise<RouteChoice | null>
  attempt: (call: AdmittedCall, choice: RouteChoice) => Promise<Tried<AttemptOutcome>>
  /** Called with the failure of an attempt that is not returned. */
  onFailed: (choice: RouteChoice, outcome: FailedOutcome) => void
}

/** One of the attempts that run at the same time. */
interface Runner {
  choice: RouteChoice
  outcome: Promise<AttemptOutcome>
  /** Adopts the answer: copies the state of the attempt to the call. */
  win(): void
  /** Cancels the attempt, because another one was faster. */
  lose(): void
}

/**
 * One attempt, and a second one at the same time if there is no first frame after `hedgeMs`. Returns the first answer
 * and cancels the other attempt; if both fail, returns the later failure. Rejects as `attempt` does.
 */
export async function attemptHedged(
  call: AdmittedCall,
  choice: RouteChoice,
  { hedgeMs, next, attempt, onFailed }: HedgeTools,
): Promise<Tried<AttemptOutcome>> {
  const first = startRunner(call, choice, attempt)
  const early = await Promise.race([first.outcome, pauseFor(hedgeMs, call.abort)])
  const second = early === null ? await next() : null
  if (!second) {
    const outcome = early ?? (await first.outcome)
    first.win()
    return { choice, outcome }
  }
  const other = startRunner(call, second, attempt)
  const { winner, outcome, loser, failed } = await race(first, other)
  if (failed) onFailed(loser.choice, failed)
  else loser.lose()
  winner.win()
  noteHedge(call, winner.choice, 'won')
  if (!failed) noteHedge(call, loser.choice, 'lost')
  return { choice: winner.choice, outcome }
}

interface Race {
  winner: Runner
  loser: Runner
  outcome: AttemptOutcome
  /** The loser's failure; null = it is still running. */
  failed: FailedOutcome | null
}

/** The attempt that answers first; if neither answers, the one that failed last. */
async function race(first: Runner, second: Runner): Promise<Race> {
  const { promise, resolve, reject } = Promise.withResolvers<Race>()
  let failed: FailedOutcome | null = null
  const watch = (runner: Runner, loser: Runner) =>
    runner.outcome.then((outcome) => {
      if (outcome.kind === 'failed' && failed === null) failed = outcome
      else resolve({ winner: runner, loser, outcome, failed })
    }, reject)
  void watch(first, second)
  void watch(second, first)
  return await promise
}

function startRunner(call: AdmittedCall, choice: RouteChoice, attempt: HedgeTools['attempt']): Runner {
  const { abort, cancel } = forkAbort(call.abort)
  const own = { ...call, abort, neutral: { ...call.neutral }, stateOwner: { ...call.stateOwner } }
  const outcome = attempt(own, choice).then((tried) => tried.outcome)
  return {
    choice,
    outcome,
    win() {
      call.stateOwner.known = own.stateOwner.known
    },
    lose() {
      const reason = new GatewayError('upstream_timeout')
      cancel(reason)
      choice.visit.inconclusive()
      choice.visit.ended()
      outcome.then(
        (late) => late.kind === 'stream' && late.stream.fail(reason),
        // The cancelled attempt has no other result.
        () => undefined,
      )
    },
  }
}

function noteHedge(call: AdmittedCall, { why }: RouteChoice, hedge: 'won' | 'lost'): void {
  const record = call.attempts.find((one) => one.why === why)
  if (record) record.hedge = hedge
}
