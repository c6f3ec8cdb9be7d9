import type { AttemptError } from '../call/attempt-error.ts'
import type { RouteChoice, Router } from '../routing/route.ts'
import {
  type AttemptNeeds,
  AttemptTurns,
  attemptInTurn,
  type LoopedCall,
  type LoopOutcome,
  type LoopTools,
  type Tried,
  type Untried,
} from './attempt-loop.ts'
import { beginRecord, noteAnswered, noteDuration, noteFailed } from './attempt-record.ts'

export interface RecordedOutcome<O> {
  /** Of the upstream's answer, before any mapping; null = there was none. */
  status: number | null
  outcome: O
  /** Why the upstream refused the work, where its refusal is the answer. */
  error?: AttemptError | null
}

export interface WorkAttempts<O> extends AttemptNeeds {
  router: Pick<Router, 'next'>
  /** Makes one attempt. Rejects if the call ends meanwhile, and for a fault of the gateway. */
  attempt(choice: RouteChoice): Promise<RecordedOutcome<O>>
}

/**
 * Attempts work that is no text call, such as a task, a session or a batch, at one channel after another, and records
 * each attempt. Returns the answer or the last failure. Rejects with the reason if the call ends meanwhile.
 */
export function attemptWork<O extends LoopOutcome>(
  tools: LoopTools,
  call: LoopedCall,
  { router, attempt, ...needs }: WorkAttempts<O>,
): Promise<O | Untried> {
  return attemptInTurn<O>(tools, call, new AttemptTurns(tools, call, router, needs), {
    attempt: (choice) => recordAttempt(tools, call, choice, attempt),
  })
}

async function recordAttempt<O extends LoopOutcome>(
  { dependencies: { clock } }: LoopTools,
  call: LoopedCall,
  choice: RouteChoice,
  attempt: WorkAttempts<O>['attempt'],
): Promise<Tried<O>> {
  if (call.abort.reason) throw call.abort.reason
  const record = beginRecord(clock, call, choice)
  try {
    const { status, outcome, error = null } = await attempt(choice)
    if (outcome.kind === 'failed') noteFailed(record, status, outcome.failure)
    else noteAnswered(record, status, error)
    return { choice, outcome }
  } catch (cause) {
    throw call.abort.reason ?? cause
  } finally {
    noteDuration(clock, call, record)
  }
}
