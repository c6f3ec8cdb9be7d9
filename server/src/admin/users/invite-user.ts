import { hourMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import type { Invitation } from '@sluice/contract/user'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { invitationHours, subjectOfInvitation } from '../../identity/one-time-codes.ts'
import { languageFor } from '../../platform/accepted-language.ts'
import { publicAddress } from '../../state/public-address.ts'
import type { UserRow } from '../../store/schema.ts'
import { buildInvitationMail } from '../build-mails.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findManaged } from '../find-managed.ts'
import { createMailLimits } from '../mail-limits.ts'
import type { Actor } from './move-balance.ts'

type Inviter = Actor & { raw: Request }
type Invited = Pick<UserRow, 'id' | 'role' | 'username' | 'email' | 'language'>

/** A new link in place of the former one. Throws not_found, user_out_of_reach, has_password or rate_limit_exceeded. */
export async function inviteAgain(deps: AdminDependencies, id: number, actor: Inviter): Promise<Invitation> {
  const target = await findManaged(deps, id, actor.caller)
  if (target.deleted_at !== null) throw new GatewayError('not_found', { what: makeReason('user') })
  if (target.password_hash !== '') throw new GatewayError('has_password')
  if (target.email !== null && deps.mailer.isConfigured()) await createMailLimits(deps).take('invite', target.email)
  return await invite(deps, target, actor)
}

/**
 * A link with which the account sets its first password: by mail, where the account has an address and the site sends
 * mail; otherwise, or when the mail fails, in the answer.
 */
export async function invite(
  { codes, clock, mailer, state, config }: AdminDependencies,
  target: Invited,
  { audit, raw }: Inviter,
): Promise<Invitation> {
  const token = await codes.issue('invitation', subjectOfInvitation(target))
  const path = `/user/reset?${new URLSearchParams({ invited: String(target.id), name: target.username, token })}`
  const { options } = state.current()
  const to = target.email !== null && mailer.isConfigured() ? target.email : ''
  const reader = { to, language: languageFor(target, raw), site: options.SystemName }
  const link = `${publicAddress(options, config)}${path}`
  const isSent = to !== '' && (await sends(mailer, buildInvitationMail(reader, { username: target.username, link })))
  const after = { by: isSent ? 'mail' : 'link' }
  await audit({ action: 'user.invite', objectType: 'user', objectId: target.id, after })
  return {
    path: isSent ? '' : path,
    mailed_to: isSent ? to : '',
    expires_at: toSeconds(clock.now() + invitationHours * hourMs),
  }
}

/** Whether the mail was sent: its refusal is no failure of the invitation, whose link can be passed on by hand. */
const sends = (mailer: AdminDependencies['mailer'], mail: Parameters<typeof mailer.send>[0]): Promise<boolean> =>
  mailer.send(mail).then(
    () => true,
    () => false,
  )
