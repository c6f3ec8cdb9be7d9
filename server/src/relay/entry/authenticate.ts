import { roles, tokenStatus, userStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from '../call/caller.ts'
import { readApiKey } from './api-key.ts'
import type { CallerDirectory } from './caller-directory.ts'

export interface Authenticated {
  caller: Caller
  /** The only channel to use; null = any. */
  pinnedChannelId: number | null
}

/** The caller, from the request's key. Throws GatewayError (401, 403, 429) for an invalid one. */
export async function authenticate(
  directory: CallerDirectory,
  request: { headers: Headers; path: string; clientAddress: string },
  now: number,
): Promise<Authenticated> {
  const presented = readApiKey(request.headers, request.path)
  if (!presented) throw new GatewayError('missing_api_key')
  const found = directory.find(presented.key)
  const caller = found instanceof Promise ? await found : found
  if (!caller) throw await directory.failedKeys.refusalFor(request.clientAddress)
  checkStanding(caller, now)
  return { caller, pinnedChannelId: pinnedChannelOf(presented.pinnedChannel, caller) }
}

/** Throws GatewayError (401, 403) for a token or an account that may not call. */
export function checkStanding(caller: Caller, now: number): void {
  checkToken(caller, now)
  if (caller.userStatus !== userStatus.enabled) throw new GatewayError('user_banned')
}

function checkToken(caller: Caller, now: number): void {
  const isPast = caller.expiresAt !== null && caller.expiresAt <= now
  if (caller.tokenStatus === tokenStatus.expired || isPast) throw new GatewayError('api_key_expired')
  if (caller.tokenStatus === tokenStatus.exhausted) throw new GatewayError('api_key_exhausted')
  if (caller.tokenStatus !== tokenStatus.enabled) throw new GatewayError('api_key_disabled')
}

function pinnedChannelOf(text: string | null, caller: Caller): number | null {
  if (text === null || text === '') return null
  if (caller.role < roles.admin) throw new GatewayError('channel_pin_not_allowed')
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new GatewayError('channel_pin_invalid')
  return Number(text)
}
