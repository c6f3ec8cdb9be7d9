import { balanceMax, type Quota, quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { type Kysely, sql } from 'kysely'
import type { WrittenNote } from '../state/write-note.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { Database, NewApiToken, NewUser } from '../store/schema.ts'
import { buildNoteRow } from './build-note-row.ts'
import { type EntryNote, writeEntryNote } from './entry-note.ts'

/** The first credits of a new account, with their reasons. */
export interface Gift {
  kind: 'initial' | 'credit'
  /** Prefix of the ref; the account's id follows. */
  ref: string
  amount: Quota
  note: EntryNote
  /** Of its usage row; null = it has none. */
  text: WrittenNote | null
}

export interface AccountOpening {
  user: NewUser
  gifts: readonly Gift[]
  at: number
  requestId: string
}

/**
 * Inserts an account with its first balance and returns its id. Runs in the caller's transaction, so that account,
 * entries and usage rows exist together or not at all. It need not pass the queue: before the commit nothing else can
 * change the balance.
 */
export async function openAccount(
  transaction: Kysely<Database>,
  { user, gifts, at, requestId }: AccountOpening,
): Promise<number> {
  const given = gifts.filter((gift) => assertGift(gift) > 0)
  const total = quota(given.reduce((sum, gift) => sum + gift.amount, 0))
  const id = await insertReturningId(transaction, 'users', { ...user, quota: total })
  for (const { kind, ref, amount, note, text } of given) {
    await transaction
      .insertInto('ledger_entries')
      .values({
        user_id: id,
        kind,
        amount,
        ref: `${ref}:${id}`,
        request_id: requestId,
        note: writeEntryNote(note),
        created_at: at,
      })
      .execute()
    if (text === null) continue
    await transaction
      .insertInto('usage_logs')
      .values(
        buildNoteRow({
          type: logType.system,
          userId: id,
          username: user.username,
          text,
          groupName: user.group_name,
          at,
          requestId,
        }),
      )
      .execute()
  }
  return id
}

/**
 * Inserts an API token with its quota and returns its id. Runs in the caller's transaction, so that nobody sees the
 * token without its quota. It need not pass the queue: before the commit nothing else can change the quota.
 */
export const openToken = (
  transaction: Kysely<Database>,
  token: Omit<NewApiToken, 'id' | 'remain_quota' | 'used_quota' | 'granted_quota'>,
  granted: Quota,
): Promise<number> =>
  insertReturningId(transaction, 'api_tokens', {
    ...token,
    remain_quota: quota(granted),
    granted_quota: quota(granted),
  })

function assertGift({ amount }: Gift): number {
  if (quota(amount) < 0) throw new RangeError(`a negative gift: ${amount}`)
  return amount
}

/**
 * Counts an invited account for its inviter and adds `reward` to the inviter's earnings, up to `balanceMax`.
 * Runs inside the transaction that opens the account, so it happens once. Returns false when there is no such inviter.
 */
export async function countInvitation(
  transaction: Kysely<Database>,
  { inviterId, reward }: { inviterId: number; reward: Quota },
): Promise<boolean> {
  if (quota(reward) < 0) throw new RangeError(`a negative reward: ${reward}`)
  // MySQL assigns in this order: the last column must still have its old value in the condition.
  const earned = sql<number>`case when aff_history_quota <= ${sql.lit(balanceMax - reward)}
    then ${sql.lit(reward)} else 0 end`
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({
      aff_count: sql`aff_count + 1`,
      aff_quota: sql`aff_quota + ${earned}`,
      aff_history_quota: sql`aff_history_quota + ${earned}`,
    })
    .where('id', '=', inviterId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
