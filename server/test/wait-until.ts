import type { Store } from '../src/store/open-database.ts'

interface Pace {
  timeoutMs?: number
  pauseMs?: number
}

/** Checks the condition repeatedly until it holds. Throws with `what` when the time is over. */
export async function waitUntil(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  { timeoutMs = 90_000, pauseMs = 50 }: Pace = {},
): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error(`not in time: ${what}`)
    await Bun.sleep(pauseMs)
  }
}

/** Waits until every reservation in the database is settled or released. */
export function waitUntilNothingIsHeld({ db }: Pick<Store, 'db'>, pace: Pace = {}): Promise<void> {
  const isFree = async () => (await db.selectFrom('reservations').select('ref').execute()).length === 0
  return waitUntil('no reservation is open', isFree, pace)
}
