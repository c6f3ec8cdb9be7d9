import { firstGroup } from '@sluice/contract/account-groups'
import { type Quota, quota } from '@sluice/contract/quota'
import { logType, roles, userStatus } from '@sluice/contract/roles'
import type { BoundId } from '@sluice/contract/user'
import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { buildNoteRow } from '../ledger/build-note-row.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { countInvitation, type Gift, openAccount } from '../ledger/open-account.ts'
import type { Language } from '../platform/accepted-language.ts'
import { createRandomText } from '../platform/request-id.ts'
import type { Services } from '../services.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { writeNote } from '../state/write-note.ts'
import { isTransient, isUniqueViolation } from '../store/dialects/errors.ts'
import { markGiftIdentity } from '../store/gift-identities.ts'
import type { Database, NewUser, UserRow } from '../store/schema.ts'
import { findInviter, findTakenIdentity } from '../store/users.ts'
import { refuseNameOfOthers } from './retired-names.ts'

export interface NewAccount {
  username: string
  /** '' = none: the account signs in by its external identities. */
  passwordHash: string
  displayName: string
  /** Only a verified address. */
  email?: string | null
  /** The external identities that it is bound to from the start. */
  bound?: Partial<Record<BoundId, string>>
  /** An unknown code counts as none. */
  inviteCode?: string
  /** Null = unknown. */
  language?: Language | null
  /** Absent = an ordinary account. */
  role?: number
  /** What an administrator may not do; absent = nothing is withheld. */
  withheldRights?: number
  /** Names of groups, separated by commas; absent = `default`. */
  group?: string
  /** In place of the gifts for new accounts, by an administrator. */
  firstBalance?: { amount: Quota; by: number }
}

/** `taken`: the part that already belongs to another account. */
export type CreatedAccount = { ok: true; id: number } | { ok: false; taken: 'username' | 'email' | BoundId }

/** Inserts what belongs to the new account, in its transaction. */
type InsertMore = (trx: Kysely<Database>, userId: number) => Promise<void>

const inviteCodeLength = 10
const attemptsMax = 8
const randomText = createRandomText()

/**
 * Opens an ordinary account with the gifts for new accounts, and counts it for its inviter. An identity (an address, an
 * external identity) gets the gifts once, even if its former account is deleted.
 */
export async function createAccount(
  deps: Services<'db' | 'state' | 'clock' | 'secretBox'> & { ledger: Pick<Ledger, 'record'> },
  account: NewAccount,
  { requestId, insertMore }: { requestId: string; insertMore?: InsertMore },
): Promise<CreatedAccount> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { id, invitation } = await deps.db.transaction().execute(async (trx) => {
        const inserted = await insertAccount(deps, trx, account, requestId)
        await insertMore?.(trx, inserted.id)
        return inserted
      })
      if (invitation) deps.ledger.record(invitation)
      return { ok: true, id }
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'username_taken') return { ok: false, taken: 'username' }
      if (!isUniqueViolation(error) && !isTransient(error)) throw error
      const taken = await findTakenIdentity(deps.db, identitiesOf(account))
      if (taken) return { ok: false, taken }
      // The random invite code was taken, or another transaction interfered.
      if (attempt >= attemptsMax) throw error
    }
  }
}

async function insertAccount(
  { state, clock, secretBox }: Services<'state' | 'clock' | 'secretBox'>,
  trx: Kysely<Database>,
  account: NewAccount,
  requestId: string,
) {
  const { options } = state.current()
  const at = clock.now()
  const isFirst = await markGifts(trx, { account, secretBox, at })
  const inviter = account.inviteCode ? await findInviter(trx, account.inviteCode) : undefined
  const gifts = account.firstBalance
    ? [firstBalanceOf(options, account.firstBalance)]
    : isFirst
      ? giftsOf(options, inviter !== undefined)
      : []
  const user = buildRow(account, { inviterId: inviter?.id ?? 0, at })
  const id = await openAccount(trx, { user, gifts, at, requestId })
  // After the row: from now on the name cannot be retired.
  await refuseNameOfOthers({ db: trx, secretBox }, account.username)
  if (!inviter || !isFirst) return { id, invitation: null }
  const reward = quota(options.QuotaForInviter)
  await countInvitation(trx, { inviterId: inviter.id, reward })
  return { id, invitation: reward > 0 ? buildInvitationNote(inviter, { options, at, requestId }) : null }
}

/** True when none of the identities has received the gifts. Without an identity this cannot be decided, and is true. */
async function markGifts(
  trx: Kysely<Database>,
  { account, secretBox, at }: Services<'secretBox'> & { account: NewAccount; at: number },
): Promise<boolean> {
  let isFirst = true
  const { username: _, ...identities } = identitiesOf(account)
  for (const [kind, value] of Object.entries(identities)) {
    const hash = secretBox.lookup(`${kind}:${value}`, 'gift identity')
    if (!(await markGiftIdentity(trx, hash, at))) isFirst = false
  }
  return isFirst
}

function giftsOf(options: OptionValues, isInvited: boolean): Gift[] {
  const gift = (
    { kind, ref }: Pick<Gift, 'kind' | 'ref'>,
    code: 'gift_new_account' | 'gift_invited',
    amount: number,
  ): Gift => {
    const text = writeNote({ code, params: { amount } }, options)
    return { kind, ref, amount: quota(amount), note: text.note, text }
  }
  const first = gift({ kind: 'initial', ref: 'initial:user' }, 'gift_new_account', options.QuotaForNewUser)
  if (!isInvited) return [first]
  return [first, gift({ kind: 'credit', ref: 'invited' }, 'gift_invited', options.QuotaForInvitee)]
}

const firstBalanceOf = (options: OptionValues, { amount, by }: NonNullable<NewAccount['firstBalance']>): Gift => ({
  kind: 'initial',
  ref: 'initial:user',
  amount,
  note: { code: 'adjusted_by', params: { user: by } },
  text: writeNote({ code: 'balance_set', params: { to: amount } }, options),
})

const buildInvitationNote = (
  inviter: UserRow,
  { options, at, requestId }: { options: OptionValues; at: number; requestId: string },
) =>
  buildNoteRow({
    type: logType.system,
    userId: inviter.id,
    username: inviter.username,
    groupName: firstGroup(inviter.group_name),
    text: writeNote({ code: 'invitation_earned', params: { amount: options.QuotaForInviter } }, options),
    at,
    requestId,
  })

const identitiesOf = ({ username, email, bound = {} }: NewAccount) => ({
  username,
  ...(email && { email }),
  ...bound,
})

const buildRow = (
  {
    username,
    passwordHash,
    displayName,
    email = null,
    bound = {},
    language = null,
    role,
    group,
    withheldRights,
  }: NewAccount,
  { inviterId, at }: { inviterId: number; at: number },
): NewUser => ({
  username,
  password_hash: passwordHash,
  display_name: displayName,
  role: role ?? roles.user,
  withheld_rights: withheldRights ?? 0,
  status: userStatus.enabled,
  email,
  github_id: bound.github_id ?? null,
  oidc_id: bound.oidc_id ?? null,
  wechat_id: bound.wechat_id ?? null,
  telegram_id: bound.telegram_id ?? null,
  linux_do_id: bound.linux_do_id ?? null,
  access_token_hash: null,
  group_name: group ?? 'default',
  aff_code: newInviteCode(),
  inviter_id: inviterId,
  setting: '{}',
  language,
  root_marker: null,
  created_at: at,
  deleted_at: null,
})

/** Long enough that collisions are unlikely at any number of accounts; after a collision another one is generated. */
export const newInviteCode = (): string => randomText(inviteCodeLength)
