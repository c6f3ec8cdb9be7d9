import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import {
  type ClearedTo,
  clearTaskNames,
  clearUsageNames,
  isRetiredName,
  listUncleared,
  markCleared,
} from '../store/retired-names.ts'
import type { Database } from '../store/schema.ts'

/** How the name of a deleted account is still known: whether somebody asks for it, not what it was. */
export const retiredNameHash = (secretBox: Pick<SecretBox, 'lookup'>, username: string): string =>
  secretBox.lookup(username, 'retired name')

/** Throws username_taken for a name that a deleted account had: what others know of it must not pass to somebody else. */
export async function refuseRetiredName(
  { db, secretBox }: { db: Kysely<Database>; secretBox: Pick<SecretBox, 'lookup'> },
  username: string,
): Promise<void> {
  if (await isRetiredName(db, retiredNameHash(secretBox, username))) throw new GatewayError('username_taken')
}

/** Calls that were under way at the deletion have written their rows by then. */
const graceMs = 2 * 3_600_000
const accountsPerRun = 20
const rowsPerStep = 500

/** Takes names and addresses of deleted accounts out of the usage log. Amounts stay. Answers how many accounts. */
export async function clearDeletedNames(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  const ids = await listUncleared(db, clock.now() - graceMs, accountsPerRun)
  for (const userId of ids) {
    let place: ClearedTo | null = { at: -1, id: 0 }
    while (place !== null) {
      if (signal.aborted) return ids.indexOf(userId)
      place = await clearUsageNames(db, userId, place, rowsPerStep)
    }
    await clearTaskNames(db, userId)
    await markCleared(db, userId, clock.now())
  }
  return ids.length
}
