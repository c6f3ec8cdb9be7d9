import { hourMs } from '@sluice/contract/durations'
import type { Kysely } from 'kysely'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Services } from '../services.ts'
import { voidMoves } from '../store/log-store/move-usage-rows.ts'
import type { LogStore } from '../store/log-store/open-log-store.ts'
import {
  type ClearedTo,
  clearTaskNames,
  clearUsageNames,
  isRetiredName,
  listUncleared,
  markCleared,
} from '../store/retired-names.ts'
import type { Database } from '../store/schema.ts'
import { hasLookalike } from '../store/users.ts'
import { usernameTaken } from './account-refusals.ts'

/** The stored form of a deleted account's name, whatever its capitals: it can be compared, but not read. */
export const retiredNameHash = (secretBox: Pick<SecretBox, 'lookup'>, username: string): string =>
  secretBox.lookup(username.toLowerCase(), 'retired name')

/** Throws username_taken for the name of a deleted account, so that its reputation does not pass to another person. */
async function refuseRetiredName(
  { db, secretBox }: Services<'db'> & { secretBox: Pick<SecretBox, 'lookup'> },
  username: string,
): Promise<void> {
  // Earlier versions stored names with their capitals.
  const hashes = [retiredNameHash(secretBox, username), secretBox.lookup(username, 'retired name')]
  if (await isRetiredName(db, hashes)) throw usernameTaken()
}

/**
 * Throws username_taken also for the name of an existing account in other capitals. Accounts that have such names keep
 * them.
 */
export async function refuseNameOfOthers(
  deps: Services<'db'> & { secretBox: Pick<SecretBox, 'lookup'> },
  username: string,
  ownId?: number,
): Promise<void> {
  await refuseRetiredName(deps, username)
  if (await hasLookalike(deps.db, username, ownId)) throw usernameTaken()
}

/** Calls that were in progress at the deletion have written their rows by then. */
const graceMs = 2 * hourMs
const accountsPerRun = 20
const rowsPerStep = 500

/**
 * Removes names and addresses of deleted accounts from the usage log. Amounts stay. Returns the number of accounts.
 * Rejects while the log database does not answer.
 */
export async function clearDeletedNames(
  { db, logStore, clock }: Services<'db' | 'clock'> & { logStore: LogStore | null },
  signal: AbortSignal,
): Promise<number> {
  const ids = await listUncleared(db, clock.now() - graceMs, accountsPerRun)
  const logs = ids.length > 0 && logStore ? (await logStore.open()).db : null
  for (const userId of ids) {
    await clearRows(db, userId, signal)
    if (logs) {
      await voidMoves({ main: db, logs })
      await clearRows(logs, userId, signal)
    }
    if (signal.aborted) return ids.indexOf(userId)
    await clearTaskNames(db, userId)
    await markCleared(db, userId, clock.now())
  }
  return ids.length
}

async function clearRows(db: Kysely<Database>, userId: number, signal: AbortSignal): Promise<void> {
  let place: ClearedTo | null = { at: -1, id: 0 }
  while (place !== null && !signal.aborted) place = await clearUsageNames(db, userId, place, rowsPerStep)
}
