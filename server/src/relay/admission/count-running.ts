import { GatewayError } from '../../core/errors.ts'
import { parseStored } from '../../core/json/parse-stored.ts'
import { listRunningAnswers } from '../../store/stored-objects.ts'
import type { RunningAnswers } from '../call/call-limits.ts'
import type { Caller } from '../call/caller.ts'
import type { RelayDependencies } from '../call/dependencies.ts'

/** The most answers that upstreams make in the background for one account. */
const runningMax = 1_000

/** The background answers of a caller that no stream delivers. Throws GatewayError where they are too many. */
export async function countRunning(
  { db }: Pick<RelayDependencies, 'db'>,
  { userId, tokenId }: Pick<Caller, 'userId' | 'tokenId'>,
): Promise<RunningAnswers> {
  const running = await listRunningAnswers(db, userId, runningMax)
  if (running.length >= runningMax) throw new GatewayError('too_many_stored_objects', { max: runningMax })
  const ofToken = running.filter((details) => parseStored<{ tokenId: number | null }>(details).tokenId === tokenId)
  return { account: running.length, token: ofToken.length }
}
