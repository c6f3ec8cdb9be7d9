import type { Quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { type Clock, systemClock } from '../platform/clock.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { Store } from '../store/open-database.ts'
import { newTestToken } from '../store/test-api-tokens.ts'
import { newTestChannel } from '../store/test-channels.ts'
import { insertTestUser } from '../store/test-users.ts'
import { addUsageHours } from '../store/usage-hours.ts'
import { buildUsageRow, type UsageRow } from '../store/usage-row.ts'
import { createLedger, type LedgerOptions } from './create-ledger.ts'
import type { Ledger } from './ledger.ts'
import { UsageHours } from './usage-hours.ts'

export const silent = { error() {}, warn() {}, info() {} }

/** `amount` as Quota, for readable tests. */
export const q = (amount: number) => amount as Quota

/** The ledger of a node on `store` that logs nothing, changed by `own`. */
export const openLedger = (store: Store, own: Partial<LedgerOptions> = {}): Promise<Ledger> =>
  createLedger({
    store,
    clock: systemClock,
    log: silent,
    nodeName: 'test',
    sync: 'normal',
    mode: store.engine === 'sqlite' ? 'single' : 'shared',
    ...own,
  })

/**
 * Resolves when the database has every operation, none is in flight, and the last write succeeded. A flush alone does
 * not wait for a batch that is in the spill file, nor for one that has failed and waits to be sent again.
 */
export async function untilWritten(ledger: Pick<Ledger, 'isHealthy' | 'figures'>): Promise<void> {
  while (!ledger.isHealthy() || ledger.figures().waiting > 0) await new Promise(setImmediate)
}

export const addUser = ({ db }: Store, username: string): Promise<number> => insertTestUser(db, { username })

export const addToken = ({ db }: Store, user_id: number, isUnlimited: boolean): Promise<number> =>
  insertReturningId(db, 'api_tokens', newTestToken({ user_id, unlimited_quota: isUnlimited ? 1 : 0 }))

export const addChannel = ({ db }: Store): Promise<number> =>
  insertReturningId(db, 'channels', newTestChannel({ models: '', group_names: '', auto_ban: 0 }))

export const usageRow = (userId: number, tokenId: number | null, requestId: string, quota: number): UsageRow =>
  buildUsageRow({
    user_id: userId,
    created_at: 1_790_000_000_000,
    type: logType.consume,
    username: 'u',
    token_id: tokenId ?? 0,
    token_name: 't',
    channel_id: 1,
    model_name: 'gpt-4o-mini',
    group_name: 'default',
    quota,
    list_quota: quota,
    prompt_tokens: 10,
    completion_tokens: 20,
    use_time_ms: 300,
    request_id: requestId,
    detail: { end: 'complete' },
  })

/** The time of the system, plus what a test skips. */
export function createSkippingClock(): Clock & { skipMs: number } {
  const clock = {
    skipMs: 0,
    now: () => Date.now() + clock.skipMs,
    monotonic: () => performance.now() + clock.skipMs,
  }
  return clock
}

/** Holds `amount`; fails when it is refused. */
export async function mustReserve(
  ledger: Ledger,
  request: { ref: string; userId: number; tokenId: number | null; amount: number; deliversAtEnd?: boolean },
) {
  const result = await ledger.reserve({ ...request, amount: q(request.amount) })
  if (!result.ok) throw new Error(`refused: ${result.reason}`)
  return result.reservation
}

/** Inserts rows into the usage log and counts them in its hourly sums. */
export async function insertUsageRows({ db }: Store, rows: UsageRow[]): Promise<void> {
  await db.insertInto('usage_logs').values(rows).execute()
  const hours = new UsageHours()
  for (const row of rows) hours.add(row, row.quota)
  await addUsageHours(db, hours.sorted())
}
