import { tokenStatus, userStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from './caller.ts'

/** Throws GatewayError (401, 403) for a token or an account that may not call. */
export function checkMayCall(caller: Caller, now: number): void {
  checkToken(caller, now)
  if (caller.userStatus !== userStatus.enabled) throw new GatewayError('user_banned')
}

function checkToken(caller: Caller, now: number): void {
  const isPast = caller.expiresAt !== null && caller.expiresAt <= now
  if (caller.tokenStatus === tokenStatus.expired || isPast) throw new GatewayError('api_key_expired')
  if (caller.tokenStatus === tokenStatus.exhausted) throw new GatewayError('api_key_exhausted')
  if (caller.tokenStatus !== tokenStatus.enabled) throw new GatewayError('api_key_disabled')
}
