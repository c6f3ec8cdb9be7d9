import type { SQLQueryBindings, Database as SqliteDatabase } from 'bun:sqlite'
import { clientHourValues, hourValues } from '../store/usage-hours.ts'
import { type UsageRow, usageValues } from '../store/usage-row.ts'
import { correctionRefOf } from './correct-charge.ts'
import { inIdOrder } from './movements.ts'
import { type EndedHold, OperationBatch } from './operation-batch.ts'
import {
  type CheckpointOperation,
  type EndOperation,
  type Entry,
  lastNumberOf,
  needsFullSync,
  type Operation,
  type Outcome,
  type Outcomes,
  type PostOperation,
} from './operations.ts'
import {
  checkInValues,
  claimStatements,
  isClaim,
  payOrderValues,
  reverseOrderValues,
  useCodeValues,
} from './post-sources.ts'
import { sqliteStatements } from './sqlite-statements.ts'

const syncEveryMs = 1_000

interface WriterOwner {
  epochId: number
  /** Of the row in `ledger_writers`. */
  writerId: string
}

/**
 * Applies batches to the embedded database, each in one transaction. Does not check balances: memory has decided.
 * Runs in the writer thread.
 */
export class SqliteWriter {
  readonly #database: SqliteDatabase
  readonly #owner: WriterOwner
  readonly #alwaysFull: boolean
  readonly #statements: Statements
  #syncedAt = 0
  #isFull = true
  /** Whether a committed batch may not be on disk yet. */
  #isDirty = false

  constructor(database: SqliteDatabase, owner: WriterOwner, sync: 'normal' | 'full') {
    this.#database = database
    this.#owner = owner
    this.#alwaysFull = sync === 'full'
    this.#statements = prepareStatements(database)
  }

  /** Applies all of the batch or nothing. `nowMs` only increases; it spaces the syncs. */
  apply(operations: readonly Operation[], nowMs: number): Outcomes {
    const isFull = this.#alwaysFull || nowMs - this.#syncedAt >= syncEveryMs || operations.some(needsFullSync)
    return this.#inTransaction(isFull, nowMs, () => new SqliteBatch(this.#statements, this.#owner).run(operations))
  }

  /** Syncs committed batches that the operating system may not have written to disk yet. */
  sync(nowMs: number): void {
    if (!this.#isDirty) return
    // A commit with full sync also syncs all earlier commits in the write-ahead log.
    this.#inTransaction(true, nowMs, () => this.#statements.touchEpoch.run(this.#owner.epochId))
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

class SqliteBatch extends OperationBatch {
  readonly #sql: Statements
  readonly #owner: WriterOwner

  constructor(statements: Statements, owner: WriterOwner) {
    super()
    this.#sql = statements
    this.#owner = owner
  }

  run(operations: readonly Operation[]): Outcomes {
    const { writerId } = this.#owner
    const found = this.#sql.lastOperation.get(writerId)
    const written = found?.last_operation ?? 0
    this.applyAll(operations, written)
    this.#insertHolds()
    this.#applyMovements()
    const last = lastNumberOf(operations)
    if (last > written) this.#sql.writeLastOperation.run(writerId, last, Date.now())
    for (const hour of this.hours.sorted()) this.#sql.addHour.run(...hourValues(hour))
    for (const hour of this.hours.sortedByClient()) this.#sql.addClientHour.run(...clientHourValues(hour))
    return this.outcomes
  }

  /** Memory has decided. */
  protected refusalOf(): null {
    return null
  }

  protected extendStored(ref: string, extra: number): boolean {
    return this.#sql.extendReservation.run(extra, ref).changes === 1
  }

  protected checkpointStored({ ref, charge, row, channelId }: CheckpointOperation): boolean {
    return this.#sql.checkpoint.run(charge, row, channelId, ref).changes === 1
  }

  protected endStored({ ref, userId, tokenId, held }: EndOperation): EndedHold | null {
    if (this.#sql.deleteReservation.run(ref).changes === 0) return null
    return { userId, tokenId, amount: held }
  }

  protected preparePost(operation: PostOperation): Outcome | null {
    if (!operation.source || this.#takeSource(operation)) return null
    return { result: this.#sql.entryOf.get(operation.ref) ? 'duplicate' : 'short' }
  }

  #takeSource(operation: PostOperation): boolean {
    const { amount, userId, ref } = operation
    if (!isClaim(operation)) return this.#sql.takeInvitations.run(amount, userId, amount, ref).changes === 1
    const { source } = operation
    if (source.kind === 'redemption') return this.#sql.useCode.run(...useCodeValues(operation, source)).changes === 1
    if (source.kind === 'order') return this.#sql.payOrder.run(...payOrderValues(operation, source)).changes === 1
    if (source.kind === 'checkin') return this.#sql.checkIn.run(...checkInValues(operation, source)).changes === 1
    return this.#sql.reverseOrder.run(...reverseOrderValues(operation, source)).changes === 1
  }

  protected chargedOf(ref: string): number {
    const sum = (total: number, one: string) => total - (this.#sql.entryOf.get(one)?.amount ?? 0)
    return [ref, correctionRefOf(ref)].reduce(sum, 0)
  }

  protected noteOf(ref: string): string {
    return this.#sql.entryOf.get(ref)?.note ?? ''
  }

  protected addEntry(entry: Entry): boolean {
    const { userId, tokenId, channelId, kind, amount, ref, requestId, note, at } = entry
    const values = [userId, tokenId, channelId, kind, amount, ref, requestId, note, at]
    return this.#sql.insertEntry.run(...values).changes === 1
  }

  protected addRow(row: UsageRow): void {
    this.#sql.insertUsage.run(...usageValues(row))
  }

  protected storedRemainOf(tokenId: number): number | undefined {
    const stored = this.#sql.tokenRemain.get(tokenId)
    return stored?.remain_quota
  }

  #insertHolds(): void {
    for (const { operation, amount, checkpoint, index } of this.taken.values()) {
      const { ref, userId, tokenId, at } = operation
      const inserted = this.#sql.insertReservation.run(
        ref,
        userId,
        tokenId,
        amount,
        this.#owner.epochId,
        checkpoint ? checkpoint.charge : null,
        checkpoint ? checkpoint.row : null,
        checkpoint ? checkpoint.channelId : null,
        at,
      )
      if (inserted.changes === 1) continue
      this.movements.hold(userId, tokenId, -amount)
      this.outcomes.set(index, { result: 'duplicate' })
    }
  }

  #applyMovements(): void {
    const { users, tokens, channels } = this.movements
    for (const [id, { quota, used, requests }] of inIdOrder(users))
      if (quota !== 0 || used !== 0 || requests !== 0) this.#sql.moveUser.run(quota, used, requests, id)
    for (const [id, { remain, used, granted, accessedAt, client }] of inIdOrder(tokens))
      if (remain !== 0 || used !== 0 || granted !== 0 || accessedAt !== 0)
        this.#sql.moveToken.run(remain, used, granted, accessedAt, client, id)
    for (const [id, charge] of inIdOrder(channels)) this.#sql.moveChannel.run(charge, id)
  }
}

type Statements = ReturnType<typeof prepareStatements>

const prepareStatements = (database: SqliteDatabase) => {
  const prepare = <Row = unknown>(text: string) => database.prepare<Row, SQLQueryBindings[]>(text)
  return {
    begin: prepare('begin immediate'),
    commit: prepare('commit'),
    insertReservation: prepare(`${sqliteStatements.insertReservation} on conflict do nothing`),
    extendReservation: prepare(sqliteStatements.extendReservation),
    checkpoint: prepare(sqliteStatements.checkpoint),
    deleteReservation: prepare(sqliteStatements.deleteReservation),
    insertEntry: prepare(`${sqliteStatements.insertEntry} on conflict (ref) do nothing`),
    takeInvitations: prepare(
      `update users set aff_quota = aff_quota - ?
       where id = ? and aff_quota >= ? and not exists (select 1 from ledger_entries where ref = ?)`,
    ),
    useCode: prepare(claimStatements.useCode),
    payOrder: prepare(claimStatements.payOrder),
    checkIn: prepare(claimStatements.checkIn),
    reverseOrder: prepare(claimStatements.reverseOrder),
    entryOf: prepare<{ amount: number; note: string }>('select amount, note from ledger_entries where ref = ?'),
    insertUsage: prepare(sqliteStatements.insertUsage),
    addHour: prepare(sqliteStatements.addHour),
    addClientHour: prepare(sqliteStatements.addClientHour),
    tokenRemain: prepare<{ remain_quota: number }>('select remain_quota from api_tokens where id = ?'),
    moveUser: prepare(sqliteStatements.moveUser),
    moveToken: prepare(sqliteStatements.moveToken),
    moveChannel: prepare(sqliteStatements.moveChannel),
    lastOperation: prepare<{ last_operation: number }>(sqliteStatements.readLastOperation),
    writeLastOperation: prepare(sqliteStatements.writeLastOperation),
    touchEpoch: prepare('update epochs set lease_until = lease_until + 1 where id = ?'),
  }
}
