import { roles } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { type PresentedKey, readApiKey } from '../../protocols/api-key.ts'
import type { Caller } from '../call/caller.ts'
import { checkMayCall } from '../call/check-may-call.ts'
import type { CallerDirectory } from './caller-directory.ts'

export interface Authenticated {
  caller: Caller
  /** The only channel to use; null = any. */
  pinnedChannelId: number | null
}

/**
 * The caller, from the request's key; a promise only for a key that is not cached. Throws GatewayError (401, 403, 429)
 * for an invalid one.
 */
export function authenticate(
  directory: CallerDirectory,
  request: { headers: Headers; path: string; clientAddress: string },
  now: number,
): Authenticated | Promise<Authenticated> {
  const presented = readApiKey(request.headers, request.path)
  if (!presented) throw new GatewayError('missing_api_key')
  const found = directory.find(presented.key)
  if (found === null || found instanceof Promise) return authenticateLate(directory, request, { presented, found, now })
  return admitCaller(found, presented, now)
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

function admitCaller(caller: Caller, { pinnedChannel }: PresentedKey, now: number): Authenticated {
  checkMayCall(caller, now)
  return { caller, pinnedChannelId: pinnedChannelOf(pinnedChannel, caller) }
}

function pinnedChannelOf(text: string | null, caller: Caller): number | null {
  if (text === null || text === '') return null
  if (caller.role < roles.admin) throw new GatewayError('channel_pin_not_allowed')
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new GatewayError('channel_pin_invalid')
  return Number(text)
}
