import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { findLoginMethods } from '../../identity/login-methods.ts'
import { passkeysMax } from '../../identity/passkeys.ts'
import { type Asker, type OwnerProof, requireOwner } from '../../identity/require-owner.ts'
import { passkeySiteOf } from '../../identity/site-origin.ts'
import { removeLoginMethod } from '../../store/login-methods.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '../../store/second-factors.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'

/** The page that sent the request. A passkey is valid only for its site. */
interface AskingPage {
  raw: Request
  isHttps: boolean
}

interface PasskeyOwner {
  caller: ConsoleCaller
  audit: Audit
}

/** The passkeys of the caller. */
export function createOwnPasskeys(deps: AdminDependencies) {
  const { db, passkeys, state } = deps
  const siteOf = ({ raw, isHttps }: AskingPage) => passkeySiteOf(raw, isHttps, state.current().options)

  return {
    /** Throws passkeys_full, and the errors of `requireOwner` without a valid proof. */
    async begin({ caller, ip }: Asker, proof: OwnerProof, page: AskingPage) {
      await requireOwner(deps, { caller, ip }, proof)
      const { length } = await listPasskeys(db, caller.id)
      if (length >= passkeysMax) throw new GatewayError('passkeys_full', { limit: passkeysMax })
      const owner = { userId: caller.id, username: caller.username, displayName: caller.displayName }
      return await passkeys.beginAdding(owner, siteOf(page))
    },

    /** Returns its id. Throws passkey_invalid. */
    async add(
      { caller, audit }: PasskeyOwner,
      { flow, name, response }: { flow: string; name: string; response: object },
      page: AskingPage,
    ): Promise<number> {
      // The library checks its shape.
      const answer = { flow, name, response: response as RegistrationResponseJSON, userId: caller.id }
      const id = await passkeys.finishAdding(answer, siteOf(page), (trx, objectId) =>
        audit({ action: 'user.passkey.add', objectType: 'passkey', objectId }, trx),
      )
      if (id === null) throw new GatewayError('passkey_invalid')
      return id
    },

    /** Throws not_found. */
    async rename(caller: ConsoleCaller, { id, name }: { id: number; name: string }): Promise<void> {
      if (!(await renamePasskey(db, { userId: caller.id, id, name }))) throw unknownPasskey()
    },

    /** Throws not_found or only_way_in. */
    async remove({ caller, audit }: PasskeyOwner, id: number): Promise<void> {
      const account = { userId: caller.id, methods: findLoginMethods(state.current().options) }
      const outcome = await removeLoginMethod(db, account, async (trx) => {
        if (!(await deletePasskey(trx, { userId: caller.id, id }))) return false
        await audit({ action: 'user.passkey.remove', objectType: 'passkey', objectId: id }, trx)
        return true
      })
      if (outcome === 'unknown') throw unknownPasskey()
      if (outcome === 'last') throw new GatewayError('only_way_in')
    },
  }
}

const unknownPasskey = () => new GatewayError('not_found', { what: makeReason('passkey') })
