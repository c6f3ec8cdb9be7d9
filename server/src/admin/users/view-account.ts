import { type StartedView, viewMinutes, viewsPerSessionMax } from '@sluice/contract/account-view'
import { minuteMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { mayView } from '../../identity/account-views.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { endOfView } from '../../identity/sweep-account-views.ts'
import { deleteAccountView, findAccountView, insertAccountView, listSurplusViews } from '../../store/account-views.ts'
import { lockRow } from '../../store/lock-row.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findManaged } from '../find-managed.ts'
import type { Audit } from '../record-audit.ts'

interface Actor {
  caller: ConsoleCaller
  audit: Audit
}

/**
 * Lets the administrator look at the console as an ordinary account, until the end of half an hour or of its session.
 * Throws not_found, user_out_of_reach, account_not_viewable or access_token_not_supported.
 */
export async function startView(
  deps: AdminDependencies,
  { id, reason }: { id: number; reason: string },
  { caller, audit }: Actor,
): Promise<StartedView> {
  const sessionHash = sessionOf(caller)
  const { secret, hash } = deps.accountViews.create()
  const now = deps.clock.now()
  const expiresAt = now + viewMinutes * minuteMs
  await deps.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', caller.id)
    const account = await findManaged({ db: trx }, id, caller)
    if (account.deleted_at !== null) throw new GatewayError('not_found', { what: makeReason('user') })
    if (!mayView(caller, account)) throw new GatewayError('account_not_viewable')
    for (const surplus of await listSurplusViews(trx, sessionHash, viewsPerSessionMax - 1))
      if (await deleteAccountView(trx, surplus.id_hash)) await audit(endOfView(surplus, 'replaced'), trx)
    await insertAccountView(trx, {
      id_hash: hash,
      session_hash: sessionHash,
      viewer_id: caller.id,
      user_id: id,
      created_at: now,
      expires_at: expiresAt,
    })
    const after = { username: account.username, minutes: viewMinutes, ...(reason !== '' && { reason }) }
    await audit({ action: 'user.view_start', objectType: 'user', objectId: id, after }, trx)
  })
  return { view: secret, expires_at: toSeconds(expiresAt) }
}

/** Ends a view of the caller's session. Idempotent. Throws access_token_not_supported. */
export async function endView(deps: AdminDependencies, secret: string, { caller, audit }: Actor): Promise<void> {
  const view = await findAccountView(deps.db, deps.accountViews.hashOf(secret), sessionOf(caller))
  if (!view) return
  await deps.db.transaction().execute(async (trx) => {
    if (await deleteAccountView(trx, view.id_hash)) await audit(endOfView(view, 'by hand'), trx)
  })
}

function sessionOf({ sessionHash }: ConsoleCaller): string {
  if (sessionHash === null) throw new GatewayError('access_token_not_supported')
  return sessionHash
}
