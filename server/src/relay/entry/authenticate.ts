import { hasRight } from '@sluice/contract/admin-rights'
import { GatewayError } from '../../core/errors.ts'
import { type PresentedKey, readApiKey } from '../../protocols/api-key.ts'
import type { Caller } from '../call/caller.ts'
import { checkMayCall } from '../call/check-may-call.ts'
import type { ProvenToken, RelayCall } from '../call/relay-call.ts'
import type { CallerDirectory } from './caller-directory.ts'

export interface Authenticated {
  caller: Caller
  /** The only channel to use; null = any. */
  pinnedChannelId: number | null
}

/**
 * The caller, from the request's key or its proven token; of a key, a promise only if it is not cached. Throws
 * GatewayError (401, 403, 429) for an invalid one.
 */
export function authenticate(
  directory: CallerDirectory,
  request: Pick<RelayCall, 'headers' | 'path' | 'clientAddress' | 'provenToken'>,
  now: number,
): Authenticated | Promise<Authenticated> {
  if (request.provenToken) return authenticateToken(directory, request.provenToken, now)
  const presented = readApiKey(request.headers, request.path)
  if (!presented) throw new GatewayError('missing_api_key')
  const found = directory.find(presented.key)
  if (found === null || found instanceof Promise) return authenticateLate(directory, request, { presented, found, now })
  return admitCaller(found, presented, now)
}

async function authenticateToken(
  directory: CallerDirectory,
  { tokenId, pinnedChannelId }: ProvenToken,
  now: number,
): Promise<Authenticated> {
  const caller = await directory.findToken(tokenId)
  if (!caller) throw new GatewayError('invalid_api_key')
  const pinnedChannel = pinnedChannelId === null ? null : String(pinnedChannelId)
  return admitCaller(caller, { pinnedChannel }, now)
}

/** Of a key that is not cached, or is cached as unknown. */
async function authenticateLate(
  { failedKeys }: CallerDirectory,
  { clientAddress }: { clientAddress: string },
  { presented, found, now }: { presented: PresentedKey; found: null | Promise<Caller | null>; now: number },
): Promise<Authenticated> {
  const caller = await found
  if (!caller) throw await failedKeys.refusalFor(clientAddress)
  return admitCaller(caller, presented, now)
}

function admitCaller(
  caller: Caller,
  { pinnedChannel }: Pick<PresentedKey, 'pinnedChannel'>,
  now: number,
): Authenticated {
  checkMayCall(caller, now)
  return { caller, pinnedChannelId: pinnedChannelOf(pinnedChannel, caller) }
}

function pinnedChannelOf(text: string | null, caller: Caller): number | null {
  if (text === null || text === '') return null
  const { role, withheldRights = 0 } = caller
  if (!hasRight({ role, withheldRights }, 'channel.operate')) throw new GatewayError('channel_pin_not_allowed')
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new GatewayError('channel_pin_invalid')
  return Number(text)
}
