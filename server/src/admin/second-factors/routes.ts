import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import { requireOwner } from '../../identity/require-owner.ts'
import { passkeySiteOf } from '../../identity/site-origin.ts'
import { waysIn } from '../../identity/ways-in.ts'
import { deletePasskey, renamePasskey } from '../../store/second-factors.ts'
import { removeWayIn } from '../../store/ways-in.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import {
  beginAuthenticator,
  clearSecondFactors,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  requirePasskeyPlace,
  showPasskeyStatus,
  showSecondFactorStats,
  showSecondFactorStatus,
  showSecondFactors,
} from './service.ts'

export function mountSecondFactorRoutes(api: AdminApi, deps: AdminDependencies): void {
  mountAuthenticatorRoutes(api, deps)
  mountPasskeyRoutes(api, deps)
}

function mountAuthenticatorRoutes(api: AdminApi, deps: AdminDependencies): void {
  const noted = { objectType: 'user' }

  api.route('GET /api/user/2fa', async ({ caller }) => ({ data: await showSecondFactors(deps, caller) }))
  api.route('GET /api/user/2fa/status', async ({ caller }) => ({
    data: await showSecondFactorStatus(deps, caller),
  }))
  api.route('GET /api/user/2fa/stats', async () => ({ data: await showSecondFactorStats(deps) }))
  api.route('POST /api/user/2fa/authenticator', async ({ caller, ip, body }) => ({
    data: await beginAuthenticator(deps, { caller, ip }, body),
  }))
  api.route('POST /api/user/2fa/authenticator/confirm', async ({ caller, ip, body, audit }) => {
    const data = await confirmAuthenticator(deps, { caller, ip }, body.code)
    await audit({ ...noted, action: 'user.authenticator.add', objectId: String(caller.id) })
    return { data }
  })
  api.route('POST /api/user/2fa/authenticator/remove', async ({ caller, ip, body, audit }) => {
    await removeAuthenticator(deps, { caller, ip }, body.code)
    await audit({ ...noted, action: 'user.authenticator.remove', objectId: String(caller.id) })
    return {}
  })
  api.route('POST /api/user/2fa/recovery_codes', async ({ caller, ip, body }) => ({
    data: await renewRecoveryCodes(deps, { caller, ip }, body.code),
  }))
  api.route('DELETE /api/user/:id/2fa', async ({ caller, params, audit }) => {
    await clearSecondFactors(deps, caller, params.id)
    await audit({ ...noted, action: 'user.second_factors.clear', objectId: params.id })
    return {}
  })
}

function mountPasskeyRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, passkeys, state } = deps
  const siteOf = (raw: Request, isHttps: boolean) => passkeySiteOf(raw, isHttps, state.current().options)
  const unknown = () => new GatewayError('not_found', { what: makeReason('passkey') })

  api.route('GET /api/user/passkey', async ({ caller }) => ({ data: await showPasskeyStatus(deps, caller) }))
  api.route('POST /api/user/passkeys/options', async ({ caller, ip, body, raw, isHttps }) => {
    await requireOwner(deps, { caller, ip }, body)
    await requirePasskeyPlace(deps, caller)
    const owner = { userId: caller.id, username: caller.username, displayName: caller.displayName }
    return { data: await passkeys.beginAdding(owner, siteOf(raw, isHttps)) }
  })
  api.route('POST /api/user/passkeys/', async ({ caller, body, raw, isHttps, audit }) => {
    const { flow, name } = body
    // The library checks its shape.
    const response = body.response as unknown as RegistrationResponseJSON
    const answer = { flow, name, response, userId: caller.id }
    const id = await passkeys.finishAdding(answer, siteOf(raw, isHttps))
    if (id === null) throw new GatewayError('passkey_invalid')
    await audit({ action: 'user.passkey.add', objectType: 'passkey', objectId: String(id) })
    return { data: { id } }
  })
  api.route('PUT /api/user/passkeys/:id', async ({ caller, params, body }) => {
    if (!(await renamePasskey(db, { userId: caller.id, id: params.id, name: body.name }))) throw unknown()
    return {}
  })
  api.route('DELETE /api/user/passkeys/:id', async ({ caller, params, audit }) => {
    const account = { userId: caller.id, ways: waysIn(state.current().options) }
    const remove = (trx: AdminDependencies['db']) => deletePasskey(trx, { userId: caller.id, id: params.id })
    const outcome = await removeWayIn(db, account, remove)
    if (outcome === 'unknown') throw unknown()
    if (outcome === 'last') throw new GatewayError('only_way_in')
    await audit({ action: 'user.passkey.remove', objectType: 'passkey', objectId: String(params.id) })
    return {}
  })
}
