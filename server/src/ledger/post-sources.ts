import { redemptionStatus } from '@sluice/contract/redemption-status'
import type { Kysely } from 'kysely'
import { forUpdate } from '../store/dialects/for-update.ts'
import type { Database } from '../store/schema.ts'
import type { ClaimedCode, ClaimedDay, ClaimedOrder, ReversedOrder } from './ledger.ts'
import type { Operation, PostOperation } from './operations.ts'

/** The stored state of a code, an order or a day before the batch. */
interface StoredClaim {
  /** The amount to credit; for a reversal, the amount reversed so far. 0 for a day, whose credit says the amount. */
  quota: number
  isOpen: boolean
}

/** The claim of an operation that uses up a code, an order or a day, or reverses part of an order. */
export type ClaimOperation = PostOperation & {
  source: ClaimedCode | ClaimedOrder | ReversedOrder | ClaimedDay
}

export const isClaim = (operation: Operation): operation is ClaimOperation =>
  operation.kind === 'post' && typeof operation.source === 'object'

/**
 * The codes, orders and days that the credits of a batch use. Locks them, decides, and writes them with the credits.
 * The stored amount must equal the credit.
 */
export class SharedClaims {
  readonly #stored: ReadonlyMap<string, StoredClaim>
  readonly #taken = new Map<string, ClaimOperation>()

  private constructor(stored: ReadonlyMap<string, StoredClaim>) {
    this.#stored = stored
  }

  /** Locks codes, then orders, each in the order of their ids. Days are protected by the lock of their user. */
  static async lock(transaction: Kysely<Database>, operations: readonly Operation[]): Promise<SharedClaims> {
    const claims = operations.filter(isClaim)
    const stored = new Map<string, StoredClaim>()
    await lockCodes(transaction, claims, stored)
    await lockOrders(transaction, claims, stored)
    await readDays(transaction, claims, stored)
    return new SharedClaims(stored)
  }

  /** Returns false if it was used before, or if its amount differs. */
  take(operation: ClaimOperation): boolean {
    const key = keyOf(operation)
    const stored = this.#stored.get(key)
    if (!stored?.isOpen || stored.quota !== claimAmount(operation) || this.#taken.has(key)) return false
    this.#taken.set(key, operation)
    return true
  }

  async write(transaction: Kysely<Database>): Promise<void> {
    for (const operation of this.#taken.values()) {
      const { source } = operation
      if (source.kind === 'redemption') await useCode(transaction, operation, source)
      else if (source.kind === 'order') await payOrder(transaction, operation, source)
      else if (source.kind === 'checkin') await checkIn(transaction, operation, source)
      else await reverseOrder(transaction, operation, source)
    }
  }
}

/** The stored amount that the operation requires. */
const claimAmount = ({ source, amount }: ClaimOperation): number =>
  source.kind === 'reversal' ? source.from : source.kind === 'checkin' ? dayWorth : amount

/** No amount is stored for a day before its credit. */
const dayWorth = 0

function keyOf({ source, userId }: ClaimOperation): string {
  if (source.kind === 'redemption') return `redemption ${source.id}`
  if (source.kind === 'checkin') return `day ${source.day} of ${userId}`
  return source.kind === 'order'
    ? `order ${source.id} of ${userId}`
    : `step ${source.step} of ${source.id} of ${userId}`
}

const idsOf = (
  claims: readonly ClaimOperation[],
  kind: Exclude<ClaimOperation['source']['kind'], 'checkin'>,
): number[] => [...new Set(claims.flatMap(({ source }) => (source.kind === kind && 'id' in source ? [source.id] : [])))]

async function lockCodes(
  transaction: Kysely<Database>,
  claims: readonly ClaimOperation[],
  stored: Map<string, StoredClaim>,
): Promise<void> {
  const ids = idsOf(claims, 'redemption')
  if (ids.length === 0) return
  const rows = await transaction
    .selectFrom('redemptions')
    .select(['id', 'quota', 'status', 'expires_at', 'deleted_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$call(forUpdate(transaction))
    .execute()
  const at = Math.max(...claims.map((claim) => claim.at))
  for (const { id, quota, status, expires_at: expiresAt, deleted_at: deletedAt } of rows) {
    const isOpen = status === redemptionStatus.unused && deletedAt === null && (expiresAt === null || expiresAt > at)
    stored.set(`redemption ${id}`, { quota, isOpen })
  }
}

async function lockOrders(
  transaction: Kysely<Database>,
  claims: readonly ClaimOperation[],
  stored: Map<string, StoredClaim>,
): Promise<void> {
  const ids = [...idsOf(claims, 'order'), ...idsOf(claims, 'reversal')]
  if (ids.length === 0) return
  const rows = await transaction
    .selectFrom('topup_orders')
    .select(['id', 'user_id', 'quota', 'status', 'reversed_quota', 'reversal_count'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$call(forUpdate(transaction))
    .execute()
  for (const { id, user_id: userId, quota, status, reversed_quota: reversed, reversal_count: steps } of rows) {
    const isPaid = status === 'success'
    stored.set(`order ${id} of ${userId}`, { quota, isOpen: !isPaid })
    stored.set(`step ${steps + 1} of ${id} of ${userId}`, { quota: reversed, isOpen: isPaid })
  }
}

async function readDays(
  transaction: Kysely<Database>,
  claims: readonly ClaimOperation[],
  stored: Map<string, StoredClaim>,
): Promise<void> {
  const requested = claims.filter(({ source }) => source.kind === 'checkin')
  if (requested.length === 0) return
  for (const claim of requested) stored.set(keyOf(claim), { quota: dayWorth, isOpen: true })
  const rows = await transaction
    .selectFrom('checkins')
    .select(['user_id', 'day'])
    .where('user_id', 'in', [...new Set(requested.map(({ userId }) => userId))])
    .where('day', 'in', [...new Set(requested.flatMap(({ source }) => ('day' in source ? [source.day] : [])))])
    .execute()
  for (const { user_id: userId, day } of rows) stored.set(`day ${day} of ${userId}`, { quota: dayWorth, isOpen: false })
}

async function checkIn(
  transaction: Kysely<Database>,
  { userId, amount, at }: ClaimOperation,
  { day }: ClaimedDay,
): Promise<void> {
  await transaction.insertInto('checkins').values({ user_id: userId, day, quota: amount, created_at: at }).execute()
}

async function useCode(
  transaction: Kysely<Database>,
  { userId, at }: ClaimOperation,
  { id }: ClaimedCode,
): Promise<void> {
  await transaction
    .updateTable('redemptions')
    .set({ status: redemptionStatus.used, used_user_id: userId, redeemed_at: at })
    .where('id', '=', id)
    .execute()
}

async function payOrder(
  transaction: Kysely<Database>,
  { at }: ClaimOperation,
  { id, gatewayNo, completedBy }: ClaimedOrder,
): Promise<void> {
  await transaction
    .updateTable('topup_orders')
    .set({
      status: 'success',
      completed_at: at,
      completed_by: completedBy,
      ...(gatewayNo !== '' && { gateway_no: gatewayNo }),
    })
    .where('id', '=', id)
    .execute()
}

async function reverseOrder(
  transaction: Kysely<Database>,
  { at }: ClaimOperation,
  { id, step, to, minorUnits, state }: ReversedOrder,
): Promise<void> {
  await transaction
    .updateTable('topup_orders')
    .set({
      reversal: state,
      reversed_quota: to,
      reversed_minor: minorUnits,
      reversal_count: step,
      reversed_at: at,
    })
    .where('id', '=', id)
    .execute()
}

/** For the embedded database: each statement checks and writes in one step. */
export const claimStatements = {
  useCode: `update redemptions set status = ${redemptionStatus.used}, used_user_id = ?, redeemed_at = ?
     where id = ? and quota = ? and status = ${redemptionStatus.unused} and deleted_at is null
       and (expires_at is null or expires_at > ?)
       and not exists (select 1 from ledger_entries where ref = ?)`,
  payOrder: `update topup_orders set status = 'success', completed_at = ?, completed_by = ?,
       gateway_no = case when ? = '' then gateway_no else ? end
     where id = ? and user_id = ? and quota = ? and status <> 'success'
       and not exists (select 1 from ledger_entries where ref = ?)`,
  checkIn: `insert into checkins (user_id, day, quota, created_at)
     select ?, ?, ?, ? where not exists (select 1 from ledger_entries where ref = ?)
     on conflict do nothing`,
  reverseOrder: `update topup_orders set reversal = ?, reversed_quota = ?, reversed_minor = ?, reversal_count = ?,
       reversed_at = ?
     where id = ? and user_id = ? and status = 'success' and reversed_quota = ? and reversal_count = ?
       and not exists (select 1 from ledger_entries where ref = ?)`,
} as const

export const useCodeValues = (
  { userId, at, amount, ref }: ClaimOperation,
  { id }: ClaimedCode,
): (string | number)[] => [userId, at, id, amount, at, ref]

export const checkInValues = (
  { userId, at, amount, ref }: ClaimOperation,
  { day }: ClaimedDay,
): (string | number)[] => [userId, day, amount, at, ref]

export const payOrderValues = (
  { userId, at, amount, ref }: ClaimOperation,
  { id, gatewayNo, completedBy }: ClaimedOrder,
): (string | number)[] => [at, completedBy, gatewayNo, gatewayNo, id, userId, amount, ref]

export const reverseOrderValues = (
  { userId, at, ref }: ClaimOperation,
  { id, step, from, to, minorUnits, state }: ReversedOrder,
): (string | number)[] => [state, to, minorUnits, step, at, id, userId, from, step - 1, ref]
