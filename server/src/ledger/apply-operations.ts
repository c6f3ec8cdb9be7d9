import { type CompiledQuery, type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from '../store/dialects/engine.ts'
import { sendTogether } from '../store/dialects/send-together.ts'
import type { Database, LedgerEntriesTable, NewUsageLog } from '../store/schema.ts'
import { buildHoursInsert } from '../store/usage-hours.ts'
import type { LedgerWatcher, UsageRow } from './ledger.ts'
import { inIdOrder, type Movements, type TokenMovement, type UserMovement } from './movements.ts'
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

/** A transaction that begins with the first statements of a batch, and is committed with the last ones. */
export interface BatchTransaction {
  db: Kysely<Database>
  begin: readonly CompiledQuery[]
  commit: readonly CompiledQuery[]
}

/**
 * Applies a batch in one transaction and decides from the rows it locks, so that several nodes change one balance
 * one after the other. Rows are locked in one order (users, tokens, reservations, codes, orders, hours, channels; each
 * ascending). Takes two round trips, and more only for posts that use up a source.
 */
export async function applyOperations(
  { db, begin, commit }: BatchTransaction,
  operations: readonly Operation[],
  epochId: number,
): Promise<Applied> {
  const locks = buildLocks(db, operations)
  const isGuarded = locks.queries.length > 0
  const found = isGuarded ? await sendTogether(db, [...begin, ...locks.queries]) : []
  const rows = locks.read(found.slice(begin.length))
  const batch = new SharedBatch({ ...rows, claims: await SharedClaims.lock(db, operations) }, operations)
  await batch.claims.write(db)
  await sendTogether(db, [...(isGuarded ? [] : begin), ...buildWrites(db, batch, epochId), ...commit])
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

interface Locks {
  queries: CompiledQuery[]
  /** `found`: the rows of each query. */
  read(found: Record<string, unknown>[][]): Omit<LockedRows, 'claims'>
}

/** The queries that lock what a batch changes, and the reader of their rows. */
function buildLocks(db: Kysely<Database>, operations: readonly Operation[]): Locks {
  const { userIds, tokenIds, refs, postRefs } = touchedBy(operations)
  const canLock = engineOf(db) !== 'sqlite'
  const rows: Omit<LockedRows, 'claims'> = {
    users: new Map(),
    tokens: new Map(),
    reservations: new Map(),
    postedRefs: new Set(),
  }
  const queries: CompiledQuery[] = []
  const readers: ((found: Record<string, unknown>[]) => void)[] = []
  const add = <Row>(query: { compile(): CompiledQuery<Row> }, read: (row: Row) => void) => {
    queries.push(query.compile())
    // The query says which columns its rows have.
    readers.push((found) => (found as Row[]).forEach(read))
  }
  if (userIds.size > 0)
    add(
      db
        .selectFrom('users')
        .select(['id', 'quota', 'aff_quota'])
        .where('id', 'in', [...userIds])
        .orderBy('id')
        .$if(canLock, (select) => select.forUpdate()),
      ({ id, quota, aff_quota: invitations }) => rows.users.set(id, { quota, invitations }),
    )
  if (tokenIds.size > 0)
    add(
      db
        .selectFrom('api_tokens')
        .select(['id', 'remain_quota', 'unlimited_quota'])
        .where('id', 'in', [...tokenIds])
        .orderBy('id')
        .$if(canLock, (select) => select.forUpdate()),
      ({ id, remain_quota: remain, unlimited_quota: unlimited }) =>
        rows.tokens.set(id, { remain, isUnlimited: unlimited !== 0 }),
    )
  if (refs.size > 0)
    add(
      db
        .selectFrom('reservations')
        .select(['ref', 'amount', 'user_id', 'token_id'])
        .where('ref', 'in', [...refs])
        .orderBy('ref')
        .$if(canLock, (select) => select.forUpdate()),
      ({ ref, amount, user_id: userId, token_id: tokenId }) =>
        rows.reservations.set(ref, { amount, userId, tokenId }),
    )
  if (postRefs.size > 0)
    add(
      db
        .selectFrom('ledger_entries')
        .select('ref')
        .where('ref', 'in', [...postRefs]),
      ({ ref }) => rows.postedRefs.add(ref),
    )
  return {
    queries,
    read(found) {
      readers.forEach((read, index) => {
        read(found[index] ?? [])
      })
      return rows
    },
  }
}

/** The keys of the rows that the operations read. */
function touchedBy(operations: readonly Operation[]) {
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
  return { userIds, tokenIds, refs, postRefs }
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

/** The queries that write what the batch decided. */
function buildWrites(db: Kysely<Database>, batch: SharedBatch, epochId: number): CompiledQuery[] {
  const { movements, taken, ended, entries, usageRows } = batch
  const hours = batch.hours.sorted()
  const queries = [...moveUsers(db, movements), ...moveTokens(db, movements)]
  const add = (query: { compile(): CompiledQuery }) => queries.push(query.compile())
  if (taken.size > 0)
    add(
      db.insertInto('reservations').values([...taken.values()].map((hold) => reservationRow(hold, epochId))),
    )
  for (const [ref, extra] of batch.extended)
    add(
      db
        .updateTable('reservations')
        .set({ amount: sql`amount + ${integer(extra)}` })
        .where('ref', '=', ref),
    )
  for (const [ref, checkpoint] of batch.checkpoints)
    add(db.updateTable('reservations').set(checkpointColumns(checkpoint)).where('ref', '=', ref))
  if (ended.length > 0) add(db.deleteFrom('reservations').where('ref', 'in', ended))
  if (entries.length > 0) add(db.insertInto('ledger_entries').values(entries))
  if (usageRows.length > 0) add(db.insertInto('usage_logs').values(usageRows))
  if (hours.length > 0) queries.push(buildHoursInsert(db, hours))
  return [...queries, ...moveChannels(db, movements)]
}

function moveUsers(db: Kysely<Database>, { users }: Movements): CompiledQuery[] {
  const moved = inIdOrder(users)
  if (moved.length === 0) return []
  const amounts = (amount: (user: UserMovement) => number) =>
    perId(moved.map(([id, user]) => [id, amount(user)]))
  const turned = moved.some(([, user]) => user.invitations !== 0)
  return [
    db
      .updateTable('users')
      .set({
        quota: sql`quota + ${amounts((user) => user.quota)}`,
        used_quota: sql`used_quota + ${amounts((user) => user.used)}`,
        request_count: sql`request_count + ${amounts((user) => user.requests)}`,
        ...(turned && { aff_quota: sql`aff_quota + ${amounts((user) => user.invitations)}` }),
      })
      .where('id', 'in', idsOf(moved))
      .compile(),
  ]
}

function moveTokens(db: Kysely<Database>, { tokens }: Movements): CompiledQuery[] {
  const moved = inIdOrder(tokens)
  if (moved.length === 0) return []
  const amounts = (amount: (token: TokenMovement) => number) =>
    perId(moved.map(([id, token]) => [id, amount(token)]))
  const used = moved.some(([, token]) => token.accessedAt > 0)
  const accessedAt = amounts((token) => token.accessedAt)
  return [
    db
      .updateTable('api_tokens')
      .set({
        remain_quota: sql`remain_quota + ${amounts((token) => token.remain)}`,
        used_quota: sql`used_quota + ${amounts((token) => token.used)}`,
        granted_quota: sql`granted_quota + ${amounts((token) => token.granted)}`,
        // 0 for a token that was not used.
        ...(used && {
          accessed_at: sql`case when accessed_at < ${accessedAt} then ${accessedAt} else accessed_at end`,
        }),
      })
      .where('id', 'in', idsOf(moved))
      .compile(),
  ]
}

function moveChannels(db: Kysely<Database>, { channels }: Movements): CompiledQuery[] {
  const moved = inIdOrder(channels)
  if (moved.length === 0) return []
  return [
    db
      .updateTable('channels')
      .set({ used_quota: sql`used_quota + ${perId(moved)}` })
      .where('id', 'in', idsOf(moved))
      .compile(),
  ]
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
