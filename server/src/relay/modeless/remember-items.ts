import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { readJsonInSteps } from '../../core/json/read-json-in-steps.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import type { HoldingAccount, ObjectOwners } from '../routing/object-owners.ts'

/**
 * Remembers for the user the items that the upstream shows in a list, or one that it shows alone: later calls may refer
 * to them by their ids. Throws GatewayError for bytes that are no JSON.
 */
export async function rememberItems(
  objectOwners: Pick<ObjectOwners, 'find' | 'remember'>,
  userId: number,
  account: HoldingAccount,
  bytes: Uint8Array,
): Promise<void> {
  const ids = await readItemIds(bytes)
  // A list that is read again writes nothing.
  const known = await objectOwners.find(userId, ids)
  objectOwners.remember(
    userId,
    account,
    ids.filter((id) => !known.has(id)),
  )
}

async function readItemIds(bytes: Uint8Array): Promise<string[]> {
  try {
    const { id, data } = recordOf(await finishInTurns(readJsonInSteps(bytes, stepMax)))
    const items = Array.isArray(data) ? recordsOf(data) : [{ id }]
    return items.map((item) => textOf(item.id)).filter((one) => one !== '')
  } catch (cause) {
    throw new GatewayError('upstream_invalid_response', {}, { cause })
  }
}
