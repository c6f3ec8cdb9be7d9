import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { secondFactorSignIn } from '@sluice/contract/second-factor'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { secondFactorWrong } from '../../identity/account-refusals.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { verifyLimited } from '../../identity/login-limits.ts'
import { type OwnerProof, requireOwner } from '../../identity/require-owner.ts'
import { passkeySiteOf } from '../../identity/site-origin.ts'
import { findUser } from '../../store/users.ts'
import { buildLoginUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn, type SignInRequest, startSession } from '../finish-sign-in.ts'

/** Throws sign_in_state_invalid or second_factor_invalid. */
export async function finishByCode(
  deps: AdminDependencies,
  { flow, flow_token, code }: z.output<typeof secondFactorSignIn>,
  request: SignInRequest,
) {
  const { db, authenticators, signInFlows } = deps
  const secret = flow_token ?? flow ?? ''
  const begun = await signInFlows.find('second_factor', secret)
  const found = begun?.userId == null ? undefined : await findUser(db, begun.userId)
  if (!found) throw new GatewayError('sign_in_state_invalid')
  const verify = () => authenticators.verifyAny(found.id, code)
  const device = deps.knownDevices.find(request.raw, found)
  await verifyLimited(deps.loginLimits, { userId: found.id, ip: request.ip, device }, verify, secondFactorWrong())
  if (!(await signInFlows.take('second_factor', secret))) throw new GatewayError('sign_in_state_invalid')
  return await startSession(deps, found, request, '2fa')
}

/**
 * Logs in the account that was created just now. Throws login_disabled where passwords are off, and
 * sign_in_state_invalid.
 */
export async function finishRegistration(deps: AdminDependencies, flow: string, request: SignInRequest) {
  if (!deps.state.current().options.PasswordLoginEnabled) throw new GatewayError('login_disabled')
  const begun = await deps.signInFlows.take('registered', flow)
  const found = begun?.userId == null ? undefined : await findUser(deps.db, begun.userId)
  if (!found) throw new GatewayError('sign_in_state_invalid')
  return await finishSignIn(deps, found, request, 'password')
}

/** Proves that the owner of a session is present. Throws access_token_not_supported for calls without one. */
export async function proveOwner(
  deps: AdminDependencies,
  caller: ConsoleCaller,
  proof: OwnerProof,
  request: SignInRequest,
) {
  if (caller.sessionHash === null) throw new GatewayError('access_token_not_supported')
  const owner = await findUser(deps.db, caller.id)
  const means = await requireOwner(deps, { caller, ip: request.ip }, proof)
  if (!owner) throw new GatewayError('not_logged_in')
  // A recent sign-in counts as a proof. If it renewed the session, the session would never be too old.
  return means === 'sign-in'
    ? { data: buildLoginUser(owner, await deps.ledger.balanceOf(owner.id)) }
    : await startSession(deps, owner, request, means === 'code' ? '2fa' : 'password')
}

/** The options of a sign-in by passkey, which `finishByPasskey` completes. */
export const beginPasskey = (
  { passkeys, state }: AdminDependencies,
  { raw, isHttps }: Pick<SignInRequest, 'raw' | 'isHttps'>,
) => passkeys.beginSignIn(passkeySiteOf(raw, isHttps, state.current().options))

/** Throws passkey_invalid. */
export async function finishByPasskey(
  deps: AdminDependencies,
  { flow, response }: { flow: string; response: object },
  request: SignInRequest,
) {
  const site = passkeySiteOf(request.raw, request.isHttps, deps.state.current().options)
  // The library checks its shape.
  const answer = { flow, response: response as AuthenticationResponseJSON }
  const id = await deps.passkeys.finishSignIn(answer, site)
  const found = id === null ? undefined : await findUser(deps.db, id)
  if (!found) throw new GatewayError('passkey_invalid')
  return await startSession(deps, found, request, 'passkey')
}
