import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { createCollector } from '../platform/collector.ts'
import { describeError, type Log } from '../platform/log.ts'
import type { State } from '../state/snapshot.ts'
import type { Database } from '../store/schema.ts'
import { markExhausted, markSomeExhausted, markSomeExpired } from '../store/token-states.ts'
import type { LedgerWatcher } from './ledger.ts'

/** Marks tokens that are used up or past their time. Calls are refused even before they are marked. */
export interface TokenStates {
  tokenSpent: LedgerWatcher['tokenSpent']
  /** Finds tokens past their time. */
  sweepExpired(signal: AbortSignal): Promise<void>
  /** Finds used-up tokens that no settlement reported. */
  sweepExhausted(signal: AbortSignal): Promise<void>
  idle(): Promise<void>
  close(): Promise<void>
}

const writeEveryMs = 1_000
const tokensPerWrite = 500

export function createTokenStates({
  db,
  state,
  clock,
  log,
}: {
  db: Kysely<Database>
  state: State
  clock: Clock
  log: Log
}): TokenStates {
  const spent = createCollector<number, true>({
    waitMs: writeEveryMs,
    merge: () => true,
    async work(entries) {
      const ids = entries.map(([id]) => id)
      for (let start = 0; start < ids.length; start += tokensPerWrite)
        await publish(await markExhausted(db, ids.slice(start, start + tokensPerWrite)))
    },
    onError: (error) => log.warn({ error: describeError(error) }, 'used-up tokens could not be marked'),
  })

  /** Callers are cached with the status of their token. */
  async function publish(ids: readonly number[]): Promise<void> {
    for (const id of ids) await state.publish({ kind: 'token', id })
  }

  async function sweep(mark: () => Promise<number[]>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const marked = await mark()
      await publish(marked)
      if (marked.length < tokensPerWrite) return
    }
  }

  return {
    tokenSpent: (tokenId) => spent.add(tokenId, true),
    sweepExpired: (signal) => sweep(() => markSomeExpired(db, clock.now(), tokensPerWrite), signal),
    sweepExhausted: (signal) => sweep(() => markSomeExhausted(db, tokensPerWrite), signal),
    idle: () => spent.idle(),
    close: () => spent.close(),
  }
}
