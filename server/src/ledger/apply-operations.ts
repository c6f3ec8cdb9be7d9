import type { CompiledQuery, Kysely } from 'kysely'
import { engineOf } from '../store/dialects/engine.ts'
import { sendTogether } from '../store/dialects/send-together.ts'
import type { Database } from '../store/schema.ts'
import type { LedgerWatcher } from './ledger.ts'
import { buildLocks } from './lock-rows.ts'
import { mysqlWrites } from './mysql-queries.ts'
import { lastNumberOf, type Operation, type Outcomes } from './operations.ts'
import { SharedClaims } from './post-sources.ts'
import { postgresWrites } from './postgres-queries.ts'
import { type BatchOwner, SharedBatch } from './shared-batch.ts'
import { sqliteWrites } from './sqlite-queries.ts'
import type { LeasedAccount, LeaseRow } from './stored-leases.ts'
import type { Writing } from './write-rows.ts'

/** The result of a batch: the outcomes of its operations, and the balances after its charges. */
export interface Applied {
  outcomes: Outcomes
  /** Users that were charged. */
  users: Parameters<LedgerWatcher['userCharged']>[0][]
  /** Tokens that a charge has used up. */
  spentTokens: number[]
  /** The accounts of the batch, each with the owner's lease after it. */
  leases: AppliedLease[]
}

interface AppliedLease {
  account: LeasedAccount
  /** Null = no lease. */
  lease: LeaseRow | null
}

/** A transaction that begins with the first statements of a batch, and is committed with the last ones. */
export interface BatchTransaction {
  db: Kysely<Database>
  begin: readonly CompiledQuery[]
  commit: readonly CompiledQuery[]
}

/**
 * Applies a batch in one transaction and decides from the rows it locks, so that several nodes change one balance
 * one after the other. Rows are locked in one order (the process, users, tokens, reservations, codes, orders, hours,
 * channels; each ascending). Takes two round trips; credits from codes, orders and check-ins take more.
 */
export async function applyOperations(
  { db, begin, commit }: BatchTransaction,
  operations: readonly Operation[],
  owner: BatchOwner,
): Promise<Applied> {
  const locks = buildLocks(db, operations, owner.writer)
  const isGuarded = locks.queries.length > 0
  const found = isGuarded ? await sendTogether(db, [...begin, ...locks.queries]) : []
  const rows = locks.read(found.slice(begin.length))
  const claims = await SharedClaims.lock(db, operations)
  const batch = new SharedBatch({ ...rows, claims }, operations, owner)
  await batch.claims.write(db)
  const lastOperation = Math.max(rows.written, lastNumberOf(operations))
  const writes = buildWrites(db, batch, { ...owner, lastOperation })
  await sendTogether(db, [...(isGuarded ? [] : begin), ...writes, ...commit])
  const { users, tokens } = batch.movements
  const charged = [...users].filter(([, user]) => user.used > 0)
  return {
    outcomes: batch.outcomes,
    users: charged.map(([userId, { used: charge }]) => ({
      userId,
      charge,
      balance: batch.balanceOf(userId),
    })),
    spentTokens: [...tokens].filter(([id, token]) => token.used > 0 && (batch.leftOf(id) ?? 1) <= 0).map(([id]) => id),
    leases: locks.accounts.map((account) => ({
      account,
      lease: rows.leases.find(account, owner.epochId) ?? null,
    })),
  }
}

function buildWrites(db: Kysely<Database>, batch: SharedBatch, writing: Writing): CompiledQuery[] {
  const engine = engineOf(db)
  if (engine === 'sqlite') return sqliteWrites(batch, writing)
  return engine === 'postgres' ? postgresWrites(batch, writing) : mysqlWrites(batch, writing)
}
