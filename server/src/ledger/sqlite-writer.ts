import type { Database as SqliteDatabase, Statement } from 'bun:sqlite'
import type { UsageRow } from './ledger.ts'
import { inIdOrder, Movements } from './movements.ts'
import {
  type CheckpointOperation,
  needsFullSync,
  type Operation,
  type Outcomes,
  type PostOperation,
  type ReserveOperation,
  type SettleOperation,
  usageColumns,
  usageValues,
} from './operations.ts'

const syncEveryMs = 1_000

/**
 * Applies batches to the embedded database, each in one transaction. It does what it is told: whether a balance
 * suffices was decided in memory. Runs in the writer thread.
 */
export class SqliteWriter {
  readonly #database: SqliteDatabase
  readonly #epochId: number
  readonly #alwaysFull: boolean
  readonly #statements: Statements
  #syncedAt = 0
  #isFull = true
  /** Whether something was committed that may not be on the disk yet. */
  #isDirty = false

  constructor(database: SqliteDatabase, epochId: number, sync: 'normal' | 'full') {
    this.#database = database
    this.#epochId = epochId
    this.#alwaysFull = sync === 'full'
    this.#statements = prepareStatements(database)
  }

  /** All or nothing. `nowMs` only runs forward; it spaces the syncs. */
  apply(operations: readonly Operation[], nowMs: number): Outcomes {
    const isFull = this.#alwaysFull || nowMs - this.#syncedAt >= syncEveryMs || operations.some(needsFullSync)
    return this.#inTransaction(isFull, nowMs, () =>
      new Batch(this.#statements, this.#epochId).run(operations),
    )
  }

  /** Puts on the disk what earlier batches left to the operating system. Does nothing when that is nothing. */
  sync(nowMs: number): void {
    if (!this.#isDirty) return
    // A commit with full syncing takes along all that stands before it in the write-ahead log.
    this.#inTransaction(true, nowMs, () => this.#statements.touchEpoch.run(this.#epochId))
  }

  close(): void {
    for (const statement of Object.values(this.#statements)) statement.finalize()
    this.#database.close()
  }

  #inTransaction<T>(isFull: boolean, nowMs: number, work: () => T): T {
    if (isFull !== this.#isFull) {
      this.#database.run(`pragma synchronous = ${isFull ? 'full' : 'normal'}`)
      this.#isFull = isFull
    }
    this.#statements.begin.run()
    try {
      const result = work()
      this.#statements.commit.run()
      this.#isDirty = !isFull
      if (isFull) this.#syncedAt = nowMs
      return result
    } catch (error) {
      if (this.#database.inTransaction) this.#database.run('rollback')
      throw error
    }
  }
}

class Batch {
  readonly #sql: Statements
  readonly #epochId: number
  readonly #movements = new Movements()
  readonly #outcomes: Outcomes = new Map()
  /** Holds taken in this batch. One that also ends here is never written. */
  readonly #taken = new Map<string, TakenHold>()

  constructor(statements: Statements, epochId: number) {
    this.#sql = statements
    this.#epochId = epochId
  }

  run(operations: readonly Operation[]): Outcomes {
    for (let index = 0; index < operations.length; index++) {
      const operation = operations[index]
      if (operation) this.#applyOne(operation, index)
    }
    this.#insertHolds()
    this.#applyMovements()
    return this.#outcomes
  }

  #applyOne(operation: Operation, index: number): void {
    switch (operation.kind) {
      case 'reserve':
        this.#taken.set(operation.ref, { operation, amount: operation.amount, checkpoint: null, index })
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
        const { ref, userId, tokenId, held, row } = operation
        if (this.#taken.delete(ref)) {
          // Taken and given back here: nothing moved.
        } else if (this.#sql.deleteReservation.run(ref).changes === 1) {
          this.#movements.hold(userId, tokenId, -held)
        } else {
          this.#outcomes.set(index, { result: 'lost' })
          return
        }
        if (row) this.#insertUsage(row, row.quota)
        return
      }
      case 'post':
        this.#post(operation, index)
        return
      case 'set_remain':
        this.#setRemain(operation.tokenId, operation.remain, index)
        return
      case 'record':
        this.#insertUsage(operation.row, operation.row.quota)
        return
      default:
        operation satisfies never
    }
  }

  #extend(operation: Operation & { kind: 'extend' }, index: number): void {
    const { ref, userId, tokenId, extra } = operation
    const taken = this.#taken.get(ref)
    if (taken) taken.amount += extra
    else if (this.#sql.extendReservation.run(extra, ref).changes === 1)
      this.#movements.hold(userId, tokenId, extra)
    else this.#outcomes.set(index, { result: 'lost' })
  }

  #checkpoint(operation: CheckpointOperation): void {
    const taken = this.#taken.get(operation.ref)
    if (taken) taken.checkpoint = operation
    else
      this.#sql.checkpoint.run(
        operation.charge,
        JSON.stringify(operation.row),
        operation.channelId,
        operation.ref,
      )
  }

  #settle(operation: SettleOperation, index: number): void {
    const { ref, userId, tokenId, channelId, charge, row, at } = operation
    const isTakenHere = this.#taken.delete(ref)
    if (!isTakenHere && this.#sql.deleteReservation.run(ref).changes === 0) {
      this.#outcomes.set(index, { result: 'lost' })
      return
    }
    const held = isTakenHere ? 0 : operation.held
    if (charge > 0) {
      const requestId = row?.request_id ?? ref
      const values = [userId, tokenId, channelId, 'charge', -charge, ref, requestId, '', at]
      if (this.#sql.insertEntry.run(...values).changes === 0) {
        // The ref was charged before: give the hold back and take nothing.
        this.#movements.hold(userId, tokenId, -held)
        this.#outcomes.set(index, { result: 'duplicate' })
        return
      }
    }
    this.#movements.charge({ userId, tokenId, channelId, held, charge, at })
    if (row) this.#insertUsage(row, charge)
  }

  #post(operation: PostOperation, index: number): void {
    const { ref, userId, entryKind, amount, note, row, at, source } = operation
    if (source && this.#sql.takeInvitations.run(amount, userId, amount, ref).changes === 0) {
      this.#outcomes.set(index, { result: this.#sql.knowsRef.get(ref) ? 'duplicate' : 'short' })
      return
    }
    const values = [userId, null, null, entryKind, amount, ref, row?.request_id ?? null, note, at]
    if (this.#sql.insertEntry.run(...values).changes === 0) {
      this.#outcomes.set(index, { result: 'duplicate' })
      return
    }
    this.#movements.user(userId).quota += amount
    if (row) this.#insertUsage(row, row.quota)
  }

  #setRemain(tokenId: number, remain: number, index: number): void {
    const stored = this.#sql.tokenRemain.get(tokenId) as { remain_quota: number } | null
    if (!stored) {
      this.#outcomes.set(index, { result: 'missing' })
      return
    }
    const token = this.#movements.token(tokenId)
    let open = 0
    for (const { operation, amount } of this.#taken.values())
      if (operation.tokenId === tokenId) open += amount
    const difference = remain - (stored.remain_quota + token.remain - open)
    token.remain += difference
    token.granted += difference
  }

  #insertUsage(row: UsageRow, quota: number): void {
    this.#sql.insertUsage.run(...usageValues(row, quota))
  }

  #insertHolds(): void {
    for (const { operation, amount, checkpoint, index } of this.#taken.values()) {
      const { ref, userId, tokenId, at } = operation
      const inserted = this.#sql.insertReservation.run(
        ref,
        userId,
        tokenId,
        amount,
        this.#epochId,
        checkpoint ? checkpoint.charge : null,
        checkpoint ? JSON.stringify(checkpoint.row) : null,
        checkpoint ? checkpoint.channelId : null,
        at,
      )
      if (inserted.changes === 1) this.#movements.hold(userId, tokenId, amount)
      else this.#outcomes.set(index, { result: 'duplicate' })
    }
  }

  #applyMovements(): void {
    const { users, tokens, channels } = this.#movements
    for (const [id, { quota, used, requests }] of inIdOrder(users))
      this.#sql.moveUser.run(quota, used, requests, id)
    for (const [id, { remain, used, granted, accessedAt }] of inIdOrder(tokens))
      this.#sql.moveToken.run(remain, used, granted, accessedAt, id)
    for (const [id, charge] of inIdOrder(channels)) this.#sql.moveChannel.run(charge, id)
  }
}

interface TakenHold {
  operation: ReserveOperation
  amount: number
  checkpoint: CheckpointOperation | null
  index: number
}

type Statements = ReturnType<typeof prepareStatements>

const prepareStatements = (database: SqliteDatabase) => {
  const prepare = (text: string): Statement => database.prepare(text)
  return {
    begin: prepare('begin immediate'),
    commit: prepare('commit'),
    insertReservation: prepare(
      `insert into reservations
         (ref, user_id, token_id, amount, epoch_id, checkpoint_charge, checkpoint_row, channel_id, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    ),
    extendReservation: prepare('update reservations set amount = amount + ? where ref = ?'),
    checkpoint: prepare(
      'update reservations set checkpoint_charge = ?, checkpoint_row = ?, channel_id = ? where ref = ?',
    ),
    deleteReservation: prepare('delete from reservations where ref = ?'),
    insertEntry: prepare(
      `insert into ledger_entries
         (user_id, token_id, channel_id, kind, amount, ref, request_id, note, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (ref) do nothing`,
    ),
    takeInvitations: prepare(
      `update users set aff_quota = aff_quota - ?
       where id = ? and aff_quota >= ? and not exists (select 1 from ledger_entries where ref = ?)`,
    ),
    knowsRef: prepare('select 1 from ledger_entries where ref = ?'),
    insertUsage: prepare(
      `insert into usage_logs (${usageColumns.join(', ')}) values (${usageColumns.map(() => '?').join(', ')})`,
    ),
    tokenRemain: prepare('select remain_quota from api_tokens where id = ?'),
    moveUser: prepare(
      `update users set quota = quota + ?, used_quota = used_quota + ?, request_count = request_count + ?
       where id = ?`,
    ),
    moveToken: prepare(
      `update api_tokens set remain_quota = remain_quota + ?, used_quota = used_quota + ?,
         granted_quota = granted_quota + ?, accessed_at = max(accessed_at, ?)
       where id = ?`,
    ),
    moveChannel: prepare('update channels set used_quota = used_quota + ? where id = ?'),
    touchEpoch: prepare('update epochs set lease_until = lease_until + 1 where id = ?'),
  }
}
