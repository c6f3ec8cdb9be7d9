import { redemptionStatus } from '@sluice/contract/redemption-status'
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { checkinRef, orderRef, redemptionRef, refPrefixes, reversalRefsOf } from '../ledger/entry-refs.ts'
import type { Database } from '../store/schema.ts'

export interface WrongClaim {
  userId: number
  /** Ref of the existing or missing entry. */
  entry: string
  problem: string
  expected: number | null
  found: number | null
}

type Reader = Transaction<Database>

/** A used code, a paid order or a check-in, and the credit that must exist for it. */
interface Claim {
  ref: string
  userId: number
  quota: number
}

const pageSize = 1_000

/**
 * Compares used codes, check-ins, paid orders and their reversals with their ledger entries, in both directions, in
 * pages. Claims up to `importedAt`, in milliseconds, are part of opening balances and have no entry.
 */
export async function* findWrongClaims(reader: Reader, importedAt: number): AsyncGenerator<WrongClaim> {
  const pagesOf = { redemption: usedCodes, order: paidOrders, checkin: madeCheckins }
  for (const kind of ['redemption', 'order', 'checkin'] as const) {
    for await (const claims of pagesOf[kind](reader, importedAt)) yield* claimsWithoutCredit(reader, claims)
    yield* entriesWithoutClaim(reader, entryClaims[kind])
  }
  yield* findWrongReversals(reader)
}

/** Orders whose reversed amount differs from their adjustments, and adjustments without a reversed order. */
async function* findWrongReversals(reader: Reader): AsyncGenerator<WrongClaim> {
  for (let after = 0; ; ) {
    const orders = await reader
      .selectFrom('topup_orders')
      .select(['id', 'trade_no', 'user_id', 'quota', 'reversed_quota', 'reversal_count'])
      .where('id', '>', after)
      .where((eb) => eb.or([eb('reversal_count', '>', 0), eb('reversed_quota', '<>', 0)]))
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const order of orders) yield* wrongReversalOf(reader, order)
    const last = orders.at(-1)
    if (orders.length < pageSize || !last) break
    after = last.id
  }
  yield* entriesWithoutClaim(reader, entryClaims.reversal)
}

interface ReversedOrder {
  trade_no: string
  user_id: number
  quota: number
  reversed_quota: number
  reversal_count: number
}

async function* wrongReversalOf(reader: Reader, order: ReversedOrder): AsyncGenerator<WrongClaim> {
  const begins = reversalRefsOf(order.trade_no)
  const { amount, steps } = await reader
    .selectFrom('ledger_entries')
    .select((eb) => [eb.fn.sum<number | null>('amount').as('amount'), eb.fn.countAll<number>().as('steps')])
    .where('ref', '>', begins)
    .where('ref', '<', begins.replace(/:$/, ';'))
    .where('user_id', '=', order.user_id)
    .executeTakeFirstOrThrow()
  const taken = 0 - Number(amount ?? 0)
  const isRight =
    taken === order.reversed_quota && Number(steps) === order.reversal_count && taken >= 0 && taken <= order.quota
  if (isRight) return
  const problem = 'the reversed amount of an order differs from its ledger entries'
  yield { userId: order.user_id, entry: begins, problem, expected: order.reversed_quota, found: taken }
}

async function reversedAmong(reader: Reader, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await reader
    .selectFrom('topup_orders')
    .select('trade_no')
    .where('trade_no', 'in', numbers)
    .where('reversal_count', '>', 0)
    .execute()
  return new Set(rows.map((row) => row.trade_no))
}

/** Whether a claim was created here and not imported. Imported claims always have a time. */
const isOwn = (column: string, importedAt: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} = 0 or ${sql.ref(column)} > ${importedAt})`

async function* claimsWithoutCredit(reader: Reader, claims: Claim[]): AsyncGenerator<WrongClaim> {
  if (claims.length === 0) return
  const entries = await reader
    .selectFrom('ledger_entries')
    .select(['ref', 'user_id', 'amount'])
    .where(
      'ref',
      'in',
      claims.map(({ ref }) => ref),
    )
    .execute()
  const byRef = new Map(entries.map((entry) => [entry.ref, entry]))
  for (const { ref, userId, quota } of claims) {
    const entry = byRef.get(ref)
    if (entry?.user_id === userId && entry.amount === quota) continue
    const problem = 'the credit of a used code, a paid order or a check-in is missing or differs'
    yield { userId, entry: ref, problem, expected: quota, found: entry ? entry.amount : null }
  }
}

/** Entries of one kind, the claims that they refer to, and the problem if the claim is missing. */
interface EntryClaims {
  begins: string
  /** The part of the ref after `begins`. */
  nameOf(rest: string): string
  claimedAmong(reader: Reader, names: string[]): Promise<Set<string>>
  problem: string
}

const uncredited = 'a credit for an unused code or an unpaid order'
const entryClaims: Record<'redemption' | 'order' | 'checkin' | 'reversal', EntryClaims> = {
  redemption: { begins: refPrefixes.redemption, nameOf: (id) => id, claimedAmong: usedAmong, problem: uncredited },
  order: { begins: refPrefixes.order, nameOf: (number) => number, claimedAmong: paidAmong, problem: uncredited },
  checkin: {
    begins: refPrefixes.checkin,
    nameOf: (rest) => rest,
    claimedAmong: checkedInAmong,
    problem: 'a credit for a check-in that does not exist',
  },
  reversal: {
    begins: refPrefixes.reversal,
    nameOf: (step) => step.split(':')[0] ?? '',
    claimedAmong: reversedAmong,
    problem: 'an adjustment for an order without a reversal',
  },
}

async function* entriesWithoutClaim(
  reader: Reader,
  { begins, nameOf, claimedAmong, problem }: EntryClaims,
): AsyncGenerator<WrongClaim> {
  for (let after = begins; ; ) {
    const entries = await reader
      .selectFrom('ledger_entries')
      .select(['ref', 'user_id', 'amount'])
      // One range of the index: `;` is the character after `:`.
      .where('ref', '>', after)
      .where('ref', '<', begins.replace(':', ';'))
      .orderBy('ref')
      .limit(pageSize)
      .execute()
    const nameIn = (ref: string) => nameOf(ref.slice(begins.length))
    const known = await claimedAmong(reader, [...new Set(entries.map(({ ref }) => nameIn(ref)))])
    for (const { ref, user_id: userId, amount } of entries)
      if (!known.has(nameIn(ref))) yield { userId, entry: ref, problem, expected: null, found: amount }
    const last = entries.at(-1)
    if (entries.length < pageSize || !last) return
    after = last.ref
  }
}

async function usedAmong(reader: Reader, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader
    .selectFrom('redemptions')
    .select('id')
    .where('id', 'in', ids.map(Number))
    .where('status', '=', redemptionStatus.used)
    .execute()
  return new Set(rows.map(({ id }) => String(id)))
}

async function paidAmong(reader: Reader, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await reader
    .selectFrom('topup_orders')
    .select('trade_no')
    .where('trade_no', 'in', numbers)
    .where('status', '=', 'success')
    .execute()
  return new Set(rows.map((row) => row.trade_no))
}

/** `names` are the account's id and the day, `7:2026-11-22`. */
async function checkedInAmong(reader: Reader, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const parts = names.map((name) => name.split(':'))
  const rows = await reader
    .selectFrom('checkins')
    .select(['user_id', 'day'])
    .where('user_id', 'in', [...new Set(parts.map(([userId]) => Number(userId)))])
    .where('day', 'in', [...new Set(parts.map(([, day]) => day ?? ''))])
    .execute()
  return new Set(rows.map(({ user_id: userId, day }) => `${userId}:${day}`))
}

async function* madeCheckins(reader: Reader, importedAt: number): AsyncGenerator<Claim[]> {
  for (let after = { user_id: 0, day: '' }; ; ) {
    const rows = await reader
      .selectFrom('checkins')
      .select(['user_id', 'day', 'quota'])
      .where(isOwn('created_at', importedAt))
      .where((eb) =>
        eb.or([
          eb('user_id', '>', after.user_id),
          eb.and([eb('user_id', '=', after.user_id), eb('day', '>', after.day)]),
        ]),
      )
      .orderBy('user_id')
      .orderBy('day')
      .limit(pageSize)
      .execute()
    yield rows.map(({ user_id: userId, day, quota }) => ({ ref: checkinRef(userId, day), userId, quota }))
    const last = rows.at(-1)
    if (rows.length < pageSize || !last) return
    after = last
  }
}

async function* usedCodes(reader: Reader, importedAt: number): AsyncGenerator<Claim[]> {
  for (let after = 0; ; ) {
    const rows = await reader
      .selectFrom('redemptions')
      .select(['id', 'used_user_id', 'quota'])
      .where('id', '>', after)
      .where('status', '=', redemptionStatus.used)
      .where(isOwn('redeemed_at', importedAt))
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield rows.map((row) => ({ ref: redemptionRef(row.id), userId: row.used_user_id, quota: row.quota }))
    const last = rows.at(-1)
    if (rows.length < pageSize || !last) return
    after = last.id
  }
}

async function* paidOrders(reader: Reader, importedAt: number): AsyncGenerator<Claim[]> {
  for (let after = 0; ; ) {
    const rows = await reader
      .selectFrom('topup_orders')
      .select(['id', 'trade_no', 'user_id', 'quota'])
      .where('id', '>', after)
      .where('status', '=', 'success')
      .where(isOwn('completed_at', importedAt))
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield rows.map((row) => ({ ref: orderRef(row.trade_no), userId: row.user_id, quota: row.quota }))
    const last = rows.at(-1)
    if (rows.length < pageSize || !last) return
    after = last.id
  }
}
