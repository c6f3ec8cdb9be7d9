import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely'
import { engineOf } from '../store/dialects/engine.ts'
import type { Database, LedgerEntriesTable, NewUsageLog, ReservationsTable } from '../store/schema.ts'
import type { UsageRow } from './ledger.ts'
import { inIdOrder, Movements } from './movements.ts'
import type {
  CheckpointOperation,
  Operation,
  Outcomes,
  PostOperation,
  ReserveOperation,
  SettleOperation,
} from './operations.ts'

/**
 * Does a batch inside `transaction`, deciding from the rows it locks: what several nodes do to one balance happens
 * one after the other. Rows are taken in one order (users, tokens, reservations, channels; each ascending).
 */
export async function applyOperations(
  transaction: Transaction<Database>,
  operations: readonly Operation[],
  epochId: number,
): Promise<Outcomes> {
  const batch = new SharedBatch(await lockRows(transaction, operations), epochId)
  operations.forEach((operation, index) => {
    batch.apply(operation, index)
  })
  await write(transaction, batch)
  return batch.outcomes
}

interface LockedRows {
  /** User id to quota. */
  users: Map<number, number>
  /** User id to what invitations earned and was not taken yet. */
  invitations: Map<number, number>
  tokens: Map<number, { remain: number; isUnlimited: boolean }>
  reservations: Map<string, OpenReservation>
  /** Refs of entries that stand already, of those that are to be posted. */
  postedRefs: Set<string>
}

interface OpenReservation {
  amount: number
  userId: number
  tokenId: number | null
}

async function lockRows(
  transaction: Transaction<Database>,
  operations: readonly Operation[],
): Promise<LockedRows> {
  const userIds = new Set<number>()
  const tokenIds = new Set<number>()
  const refs = new Set<string>()
  const postRefs = new Set<string>()
  for (const operation of operations) {
    if ('userId' in operation) userIds.add(operation.userId)
    if ('tokenId' in operation && operation.tokenId !== null) tokenIds.add(operation.tokenId)
    if (operation.kind === 'post') postRefs.add(operation.ref)
    else if ('ref' in operation) refs.add(operation.ref)
  }
  const canLock = engineOf(transaction) !== 'sqlite'
  const rows: LockedRows = {
    users: new Map(),
    invitations: new Map(),
    tokens: new Map(),
    reservations: new Map(),
    postedRefs: new Set(),
  }
  if (userIds.size > 0) {
    const query = transaction.selectFrom('users').select(['id', 'quota', 'aff_quota'])
    const found = await query
      .where('id', 'in', [...userIds])
      .orderBy('id')
      .$if(canLock, (select) => select.forUpdate())
      .execute()
    for (const { id, quota, aff_quota: waiting } of found) {
      rows.users.set(id, quota)
      rows.invitations.set(id, waiting)
    }
  }
  if (tokenIds.size > 0) {
    const query = transaction.selectFrom('api_tokens').select(['id', 'remain_quota', 'unlimited_quota'])
    const found = await query
      .where('id', 'in', [...tokenIds])
      .orderBy('id')
      .$if(canLock, (select) => select.forUpdate())
      .execute()
    for (const row of found)
      rows.tokens.set(row.id, { remain: row.remain_quota, isUnlimited: row.unlimited_quota !== 0 })
  }
  if (refs.size > 0) {
    const query = transaction.selectFrom('reservations').select(['ref', 'amount', 'user_id', 'token_id'])
    const found = await query
      .where('ref', 'in', [...refs])
      .orderBy('ref')
      .$if(canLock, (select) => select.forUpdate())
      .execute()
    for (const row of found)
      rows.reservations.set(row.ref, { amount: row.amount, userId: row.user_id, tokenId: row.token_id })
  }
  if (postRefs.size > 0) {
    const query = transaction.selectFrom('ledger_entries').select('ref')
    const found = await query.where('ref', 'in', [...postRefs]).execute()
    for (const { ref } of found) rows.postedRefs.add(ref)
  }
  return rows
}

/** Works out what a batch changes, from the locked rows, without I/O. */
class SharedBatch {
  readonly outcomes: Outcomes = new Map()
  readonly movements = new Movements()
  readonly entries: Insertable<LedgerEntriesTable>[] = []
  readonly usageRows: NewUsageLog[] = []
  /** Holds of this batch that are still open at its end. */
  readonly taken = new Map<string, Insertable<ReservationsTable>>()
  readonly extended = new Map<string, number>()
  readonly checkpoints = new Map<string, CheckpointOperation>()
  readonly ended: string[] = []
  readonly #rows: LockedRows
  readonly #epochId: number

  constructor(rows: LockedRows, epochId: number) {
    this.#rows = rows
    this.#epochId = epochId
  }

  apply(operation: Operation, index: number): void {
    switch (operation.kind) {
      case 'reserve':
        this.#reserve(operation, index)
        return
      case 'extend':
        this.#extend(operation, index)
        return
      case 'checkpoint':
        this.#checkpoint(operation)
        return
      case 'settle':
        this.#settle(operation, index)
        return
      case 'release': {
        const open = this.#end(operation.ref, index)
        if (!open) return
        this.#take(open.userId, open.tokenId, -open.amount)
        if (operation.row) this.#addUsage(operation.row, operation.row.quota)
        return
      }
      case 'post':
        this.#post(operation, index)
        return
      case 'set_remain':
        this.#setRemain(operation.tokenId, operation.remain, index)
        return
      case 'record':
        this.#addUsage(operation.row, operation.row.quota)
        return
      default:
        operation satisfies never
    }
  }

  #reserve(operation: ReserveOperation, index: number): void {
    const { ref, userId, tokenId, amount, at } = operation
    if (this.#rows.reservations.has(ref) || this.taken.has(ref)) {
      this.outcomes.set(index, { result: 'duplicate' })
      return
    }
    if (!this.#canPay(userId, tokenId, amount, index)) return
    this.#take(userId, tokenId, amount)
    this.taken.set(ref, {
      ref,
      user_id: userId,
      token_id: tokenId,
      amount,
      epoch_id: this.#epochId,
      checkpoint_charge: null,
      checkpoint_row: null,
      channel_id: null,
      created_at: at,
    })
  }

  #extend(operation: Operation & { kind: 'extend' }, index: number): void {
    const { ref, userId, tokenId, extra } = operation
    const open = this.#rows.reservations.get(ref)
    const taken = this.taken.get(ref)
    if (!open && !taken) {
      this.outcomes.set(index, { result: 'lost' })
      return
    }
    if (!this.#canPay(userId, tokenId, extra, index)) return
    this.#take(userId, tokenId, extra)
    if (taken) taken.amount += extra
    if (open) {
      open.amount += extra
      this.extended.set(ref, (this.extended.get(ref) ?? 0) + extra)
    }
  }

  #checkpoint(operation: CheckpointOperation): void {
    const taken = this.taken.get(operation.ref)
    if (taken) Object.assign(taken, checkpointColumns(operation))
    else if (this.#rows.reservations.has(operation.ref)) this.checkpoints.set(operation.ref, operation)
  }

  #settle(operation: SettleOperation, index: number): void {
    const { ref, channelId, charge, row, at } = operation
    const open = this.#end(ref, index)
    if (!open) return
    const { userId, tokenId, amount: held } = open
    this.#know(userId, tokenId, held - charge)
    this.movements.charge({ userId, tokenId, channelId, held, charge, at })
    if (charge > 0)
      this.entries.push({
        user_id: userId,
        token_id: tokenId,
        channel_id: channelId,
        kind: 'charge',
        amount: -charge,
        ref,
        request_id: row?.request_id ?? ref,
        note: '',
        created_at: at,
      })
    if (row) this.#addUsage(row, charge)
  }

  #post(operation: PostOperation, index: number): void {
    const { ref, userId, entryKind, amount, note, row, at, source } = operation
    if (this.#rows.postedRefs.has(ref)) {
      this.outcomes.set(index, { result: 'duplicate' })
      return
    }
    if (!this.#rows.users.has(userId)) {
      this.outcomes.set(index, { result: 'missing' })
      return
    }
    if (source && !this.#takeInvitations(userId, amount)) {
      this.outcomes.set(index, { result: 'short' })
      return
    }
    this.#rows.postedRefs.add(ref)
    this.#take(userId, null, -amount)
    this.entries.push({
      user_id: userId,
      token_id: null,
      channel_id: null,
      kind: entryKind,
      amount,
      ref,
      request_id: row?.request_id ?? null,
      note,
      created_at: at,
    })
    if (row) this.#addUsage(row, row.quota)
  }

  #takeInvitations(userId: number, amount: number): boolean {
    const waiting = this.#rows.invitations.get(userId) ?? 0
    if (waiting < amount) return false
    this.#rows.invitations.set(userId, waiting - amount)
    this.movements.user(userId).invitations -= amount
    return true
  }

  #setRemain(tokenId: number, remain: number, index: number): void {
    const token = this.#rows.tokens.get(tokenId)
    if (!token) {
      this.outcomes.set(index, { result: 'missing' })
      return
    }
    const difference = remain - token.remain
    token.remain = remain
    const movement = this.movements.token(tokenId)
    movement.remain += difference
    movement.granted += difference
  }

  /** The reservation, which is open no more; undefined (and `lost`) when it was not. */
  #end(ref: string, index: number): OpenReservation | undefined {
    const taken = this.taken.get(ref)
    if (taken) {
      this.taken.delete(ref)
      return { amount: taken.amount, userId: taken.user_id, tokenId: taken.token_id ?? null }
    }
    const open = this.#rows.reservations.get(ref)
    if (!open) {
      this.outcomes.set(index, { result: 'lost' })
      return undefined
    }
    this.#rows.reservations.delete(ref)
    this.checkpoints.delete(ref)
    this.extended.delete(ref)
    this.ended.push(ref)
    return open
  }

  /** A call that costs needs both balances to cover it; one that costs nothing is always let through. */
  #canPay(userId: number, tokenId: number | null, amount: number, index: number): boolean {
    if (amount === 0) return true
    const quota = this.#rows.users.get(userId) ?? 0
    if (quota < amount) {
      this.outcomes.set(index, { result: 'refused', reason: 'user_quota', available: quota })
      return false
    }
    const token =
      tokenId === null ? null : (this.#rows.tokens.get(tokenId) ?? { remain: 0, isUnlimited: false })
    if (token && !token.isUnlimited && token.remain < amount) {
      this.outcomes.set(index, { result: 'refused', reason: 'token_quota', available: token.remain })
      return false
    }
    return true
  }

  #take(userId: number, tokenId: number | null, amount: number): void {
    this.#know(userId, tokenId, -amount)
    this.movements.hold(userId, tokenId, amount)
  }

  /** Keeps the locked rows as they will be, for the decisions that follow. */
  #know(userId: number, tokenId: number | null, difference: number): void {
    const quota = this.#rows.users.get(userId)
    if (quota !== undefined) this.#rows.users.set(userId, quota + difference)
    const token = tokenId === null ? undefined : this.#rows.tokens.get(tokenId)
    if (token) token.remain += difference
  }

  #addUsage(row: UsageRow, quota: number): void {
    this.usageRows.push({ ...row, quota })
  }
}

const checkpointColumns = (checkpoint: CheckpointOperation) => ({
  checkpoint_charge: checkpoint.charge,
  checkpoint_row: JSON.stringify(checkpoint.row),
  channel_id: checkpoint.channelId,
})

async function write(transaction: Transaction<Database>, batch: SharedBatch): Promise<void> {
  const { movements, taken, ended, entries, usageRows } = batch
  await moveUsers(transaction, movements)
  await moveTokens(transaction, movements)
  if (taken.size > 0)
    await transaction
      .insertInto('reservations')
      .values([...taken.values()])
      .execute()
  for (const [ref, extra] of batch.extended)
    await transaction
      .updateTable('reservations')
      .set({ amount: sql`amount + ${integer(extra)}` })
      .where('ref', '=', ref)
      .execute()
  for (const [ref, checkpoint] of batch.checkpoints)
    await transaction
      .updateTable('reservations')
      .set(checkpointColumns(checkpoint))
      .where('ref', '=', ref)
      .execute()
  if (ended.length > 0) await transaction.deleteFrom('reservations').where('ref', 'in', ended).execute()
  if (entries.length > 0) await transaction.insertInto('ledger_entries').values(entries).execute()
  if (usageRows.length > 0) await transaction.insertInto('usage_logs').values(usageRows).execute()
  await moveChannels(transaction, movements)
}

async function moveUsers(transaction: Transaction<Database>, { users }: Movements): Promise<void> {
  const moved = inIdOrder(users)
  if (moved.length === 0) return
  await transaction
    .updateTable('users')
    .set({
      quota: sql`quota + ${perId(moved.map(([id, user]) => [id, user.quota]))}`,
      used_quota: sql`used_quota + ${perId(moved.map(([id, user]) => [id, user.used]))}`,
      request_count: sql`request_count + ${perId(moved.map(([id, user]) => [id, user.requests]))}`,
    })
    .where('id', 'in', idsOf(moved))
    .execute()
  const turned = moved.filter(([, user]) => user.invitations !== 0)
  if (turned.length === 0) return
  await transaction
    .updateTable('users')
    .set({ aff_quota: sql`aff_quota + ${perId(turned.map(([id, user]) => [id, user.invitations]))}` })
    .where('id', 'in', idsOf(turned))
    .execute()
}

async function moveTokens(transaction: Transaction<Database>, { tokens }: Movements): Promise<void> {
  const moved = inIdOrder(tokens)
  if (moved.length === 0) return
  await transaction
    .updateTable('api_tokens')
    .set({
      remain_quota: sql`remain_quota + ${perId(moved.map(([id, token]) => [id, token.remain]))}`,
      used_quota: sql`used_quota + ${perId(moved.map(([id, token]) => [id, token.used]))}`,
      granted_quota: sql`granted_quota + ${perId(moved.map(([id, token]) => [id, token.granted]))}`,
    })
    .where('id', 'in', idsOf(moved))
    .execute()
  const used = moved.filter(([, token]) => token.accessedAt > 0)
  if (used.length === 0) return
  const accessedAt = perId(used.map(([id, token]) => [id, token.accessedAt]))
  await transaction
    .updateTable('api_tokens')
    .set({ accessed_at: sql`case when accessed_at < ${accessedAt} then ${accessedAt} else accessed_at end` })
    .where('id', 'in', idsOf(used))
    .execute()
}

async function moveChannels(transaction: Transaction<Database>, { channels }: Movements): Promise<void> {
  const moved = inIdOrder(channels)
  if (moved.length === 0) return
  await transaction
    .updateTable('channels')
    .set({ used_quota: sql`used_quota + ${perId(moved)}` })
    .where('id', 'in', idsOf(moved))
    .execute()
}

const idsOf = (moved: [number, unknown][]): number[] => moved.map(([id]) => id)

/** `case id when 7 then -20 … else 0 end`: a different amount for each row of one update. */
const perId = (amounts: [number, number][]): RawBuilder<number> =>
  sql`case id ${sql.join(
    amounts.map(([id, amount]) => sql`when ${integer(id)} then ${integer(amount)}`),
    sql.raw(' '),
  )} else 0 end`

/** Inlined: as bound parameters their type would be guessed from the place, and guessed as text. */
function integer(value: number): RawBuilder<number> {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole, safe number: ${value}`)
  return sql.raw(String(value))
}
