import type { Store } from '../src/store/open-database.ts'
import type { ServerProcess } from './server-process.ts'

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

/** Waits until the output of the server contains the text, because it arrives later than the server's answers. */
export const waitForOutput = ({ process }: { process: Pick<ServerProcess, 'output'> }, text: string): Promise<void> =>
  waitUntil(`the output contains “${text}”`, () => process.output().includes(text))
