import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely'
import { engineOf } from '../store/dialects/engine.ts'
import type { Database, LedgerEntriesTable, NewUsageLog } from '../store/schema.ts'
import { addUsageHours } from '../store/usage-hours.ts'
import type { LedgerWatcher, UsageRow } from './ledger.ts'
import { inIdOrder, type Movements } from './movements.ts'
import { type EndedHold, OperationBatch, type TakenHold } from './operation-batch.ts'
import type {
  CheckpointOperation,
  EndOperation,
  Entry,
  Operation,
  Outcome,
  Outcomes,
  PostOperation,
  TakeOperation,
} from './operations.ts'
import { isClaim, SharedClaims } from './post-sources.ts'

/** The result of a batch: an outcome for each operation, and the balances that charges left. */
export interface Applied {
  outcomes: Outcomes
  /** Users that were charged. */
  users: Parameters<LedgerWatcher['userCharged']>[0][]
  /** Tokens whose charge left nothing to spend. */
  spentTokens: number[]
}

/**
 * Applies a batch inside `transaction` and decides from the rows it locks, so that several nodes change one balance
 * one after the other. Rows are locked in one order (users, tokens, reservations, codes, orders, hours, channels; each
 * ascending).
 */
export async function applyOperations(
  transaction: Transaction<Database>,
  operations: readonly Operation[],
  epochId: number,
): Promise<Applied> {
  const batch = new SharedBatch(await lockRows(transaction, operations), operations)
  await write(transaction, batch, epochId)
  const { users, tokens } = batch.movements
  const charged = [...users].filter(([, user]) => user.used > 0)
  return {
    outcomes: batch.outcomes,
    users: charged.map(([userId, { used: charge }]) => ({
      userId,
      charge,
      balance: batch.balanceOf(userId),
    })),
    spentTokens: [...tokens]
      .filter(([id, token]) => token.used > 0 && (batch.leftOf(id) ?? 1) <= 0)
      .map(([id]) => id),
  }
}

interface LockedRows {
  /** `invitations` is what the user earned by inviting others and has not taken yet. */
  users: Map<number, { quota: number; invitations: number }>
  tokens: Map<number, { remain: number; isUnlimited: boolean }>
  reservations: Map<string, EndedHold>
  /** Of the refs to be posted, those that already have an entry. */
  postedRefs: Set<string>
  claims: SharedClaims
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
    if (operation.kind === 'post') {
      postRefs.add(operation.ref)
      if (operation.refunds?.tokenId) tokenIds.add(operation.refunds.tokenId)
    } else if ('ref' in operation) refs.add(operation.ref)
  }
  const canLock = engineOf(transaction) !== 'sqlite'
  const rows: Omit<LockedRows, 'claims'> = {
    users: new Map(),
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
    for (const { id, quota, aff_quota: invitations } of found) rows.users.set(id, { quota, invitations })
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
  return { ...rows, claims: await SharedClaims.lock(transaction, operations) }
}

/** Computes what a batch changes from the locked rows. Does no I/O. */
class SharedBatch extends OperationBatch {
  readonly entries: Insertable<LedgerEntriesTable>[] = []
  readonly usageRows: NewUsageLog[] = []
  readonly extended = new Map<string, number>()
  readonly checkpoints = new Map<string, CheckpointOperation>()
  readonly ended: string[] = []
  readonly claims: SharedClaims
  readonly #rows: LockedRows

  constructor(rows: LockedRows, operations: readonly Operation[]) {
    super()
    this.#rows = rows
    this.claims = rows.claims
    this.applyAll(operations)
  }

  /** What the user can spend after the batch. */
  balanceOf(userId: number): number {
    const stored = this.#rows.users.get(userId)?.quota ?? 0
    return stored + (this.movements.users.get(userId)?.quota ?? 0)
  }

  /** What the token can spend after the batch; null = unlimited. */
  leftOf(tokenId: number): number | null {
    const stored = this.#rows.tokens.get(tokenId) ?? { remain: 0, isUnlimited: false }
    return stored.isUnlimited ? null : stored.remain + (this.movements.tokens.get(tokenId)?.remain ?? 0)
  }

  /** Both balances must cover a call that costs something. A call that costs nothing is always admitted. */
  protected refusalOf(operation: TakeOperation): Outcome | null {
    const { ref, userId, tokenId } = operation
    const isReserving = operation.kind === 'reserve'
    if (isReserving && this.#rows.reservations.has(ref)) return { result: 'duplicate' }
    if (!isReserving && !this.taken.has(ref) && !this.#rows.reservations.has(ref)) return { result: 'lost' }
    const amount = isReserving ? operation.amount : operation.extra
    if (amount === 0) return null
    const quota = this.balanceOf(userId)
    if (quota < amount) return { result: 'refused', reason: 'user_quota', available: quota }
    const left = tokenId === null ? null : this.leftOf(tokenId)
    return left === null || left >= amount
      ? null
      : { result: 'refused', reason: 'token_quota', available: left }
  }

  protected extendStored(ref: string, extra: number): boolean {
    const open = this.#rows.reservations.get(ref)
    if (!open) return false
    open.amount += extra
    this.extended.set(ref, (this.extended.get(ref) ?? 0) + extra)
    return true
  }

  protected checkpointStored(operation: CheckpointOperation): void {
    if (this.#rows.reservations.has(operation.ref)) this.checkpoints.set(operation.ref, operation)
  }

  protected endStored({ ref }: EndOperation): EndedHold | null {
    const open = this.#rows.reservations.get(ref)
    if (!open) return null
    this.#rows.reservations.delete(ref)
    this.checkpoints.delete(ref)
    this.extended.delete(ref)
    this.ended.push(ref)
    return open
  }

  protected preparePost(operation: PostOperation): Outcome | null {
    const { ref, userId, source, amount } = operation
    const user = this.#rows.users.get(userId)
    if (this.#rows.postedRefs.has(ref)) return { result: 'duplicate' }
    if (!user) return { result: 'missing' }
    if (operation.mustBeCovered && this.balanceOf(userId) + amount < 0) return { result: 'short' }
    if (!source) return null
    if (isClaim(operation)) return this.claims.take(operation) ? null : { result: 'short' }
    const movement = this.movements.user(userId)
    if (user.invitations + movement.invitations < amount) return { result: 'short' }
    movement.invitations -= amount
    return null
  }

  protected override amountOf({ userId, amount, to }: PostOperation): number {
    return to === undefined ? amount : to - this.balanceOf(userId)
  }

  protected addEntry(entry: Entry): boolean {
    const { userId, tokenId, channelId, kind, amount, ref, requestId, note, at } = entry
    this.#rows.postedRefs.add(ref)
    this.entries.push({
      user_id: userId,
      token_id: tokenId,
      channel_id: channelId,
      kind,
      amount,
      ref,
      request_id: requestId,
      note,
      created_at: at,
    })
    return true
  }

  protected addRow(row: UsageRow, quota: number): void {
    this.usageRows.push({ ...row, quota })
  }

  protected storedRemainOf(tokenId: number): number | undefined {
    return this.#rows.tokens.get(tokenId)?.remain
  }
}

const checkpointColumns = (checkpoint: CheckpointOperation) => ({
  checkpoint_charge: checkpoint.charge,
  checkpoint_row: JSON.stringify(checkpoint.row),
  channel_id: checkpoint.channelId,
})

const noCheckpoint = { checkpoint_charge: null, checkpoint_row: null, channel_id: null }

const reservationRow = ({ operation, amount, checkpoint }: TakenHold, epochId: number) => ({
  ref: operation.ref,
  user_id: operation.userId,
  token_id: operation.tokenId,
  amount,
  epoch_id: epochId,
  ...(checkpoint ? checkpointColumns(checkpoint) : noCheckpoint),
  created_at: operation.at,
})

async function write(transaction: Transaction<Database>, batch: SharedBatch, epochId: number): Promise<void> {
  const { movements, taken, ended, entries, usageRows } = batch
  await moveUsers(transaction, movements)
  await moveTokens(transaction, movements)
  if (taken.size > 0)
    await transaction
      .insertInto('reservations')
      .values([...taken.values()].map((hold) => reservationRow(hold, epochId)))
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
  await batch.claims.write(transaction)
  if (ended.length > 0) await transaction.deleteFrom('reservations').where('ref', 'in', ended).execute()
  if (entries.length > 0) await transaction.insertInto('ledger_entries').values(entries).execute()
  if (usageRows.length > 0) await transaction.insertInto('usage_logs').values(usageRows).execute()
  await addUsageHours(transaction, batch.hours.sorted())
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

/** Inlined, because the server infers the type of a bound parameter here as text. */
function integer(value: number): RawBuilder<number> {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole, safe number: ${value}`)
  return sql.raw(String(value))
}
