import type { CompiledQuery, Kysely } from 'kysely'
import { engineOf } from '../store/dialects/engine.ts'
import type { Database } from '../store/schema.ts'
import type { LockedRows } from './batch-rows.ts'
import { correctionRefOf, lossRefOf } from './correct-charge.ts'
import { mysqlLocks } from './mysql-queries.ts'
import type { EndOperation, Operation } from './operations.ts'
import { postgresLocks } from './postgres-queries.ts'
import type { LedgerWriter } from './shared-batch.ts'
import { sqliteLocks } from './sqlite-queries.ts'
import { type LeasedAccount, type LeaseRow, StoredLeases } from './stored-leases.ts'

export interface Locks {
  queries: CompiledQuery[]
  /** The accounts that the operations change. */
  accounts: LeasedAccount[]
  /** `found`: the rows of each query. */
  read(found: Record<string, unknown>[][]): LockedRows
}

/** The queries that lock what a batch changes, and the reader of their rows. */
export function buildLocks(
  db: Kysely<Database>,
  operations: readonly Operation[],
  writer: LedgerWriter | undefined,
): Locks {
  const { userIds, tokenIds, refs, postRefs } = findKeys(operations)
  const engine = engineOf(db)
  const server = engine === 'sqlite' ? null : engine === 'postgres' ? postgresLocks : mysqlLocks
  const select = server ?? sqliteLocks(db)
  const rows: Omit<LockedRows, 'leases'> = {
    written: 0,
    users: new Map(),
    tokens: new Map(),
    reservations: new Map(),
    posted: new Map(),
    notes: new Map(),
  }
  const leases: LeaseRow[] = []
  const queries: CompiledQuery[] = []
  const readers: ((found: Record<string, unknown>[]) => void)[] = []
  const add = <Row>(query: CompiledQuery<Row>, read: (row: Row) => void) => {
    queries.push(query)
    // The type of the query declares the columns of its rows.
    readers.push((found) => (found as Row[]).forEach(read))
  }
  if (writer)
    add(select.writer(writer.id), ({ last_operation: last }) => {
      rows.written = last
    })
  if (userIds.length > 0)
    add(select.users(userIds), ({ id, quota, aff_quota: invitations }) => rows.users.set(id, { quota, invitations }))
  if (tokenIds.length > 0)
    add(select.tokens(tokenIds), ({ id, remain_quota: remain, unlimited_quota: unlimited }) =>
      rows.tokens.set(id, { remain, isUnlimited: unlimited !== 0 }),
    )
  if (server && userIds.length + tokenIds.length > 0)
    add(server.leases({ userIds, tokenIds }), (row) => leases.push(row))
  if (refs.length > 0)
    add(select.reservations(refs), ({ ref, amount, user_id: userId, token_id: tokenId }) =>
      rows.reservations.set(ref, { amount, userId, tokenId }),
    )
  if (postRefs.length > 0)
    add(select.entries(postRefs), ({ ref, amount, note }) => {
      rows.posted.set(ref, amount)
      rows.notes.set(ref, note)
    })
  return {
    queries,
    accounts: [
      ...userIds.map((id) => ({ kind: 'user', id }) as const),
      ...tokenIds.map((id) => ({ kind: 'token', id }) as const),
    ],
    read(found) {
      readers.forEach((read, index) => {
        read(found[index] ?? [])
      })
      return { ...rows, leases: new StoredLeases(leases) }
    },
  }
}

/** The keys of the rows that the operations read or change. */
function findKeys(operations: readonly Operation[]) {
  const userIds = new Set<number>()
  const tokenIds = new Set<number>()
  const refs = new Set<string>()
  const postRefs = new Set<string>()
  for (const operation of operations) {
    if ('userId' in operation) userIds.add(operation.userId)
    if ('tokenId' in operation && operation.tokenId !== null) tokenIds.add(operation.tokenId)
    if (operation.kind === 'close_lease') {
      const { kind, id } = operation.account
      if (kind === 'user') userIds.add(id)
      else tokenIds.add(id)
    } else if (operation.kind === 'post') {
      postRefs.add(operation.ref)
      if (operation.refunds?.tokenId) tokenIds.add(operation.refunds.tokenId)
    } else if (operation.kind === 'record_loss') {
      postRefs.add(lossRefOf(operation.ref))
    } else if ('ref' in operation) {
      const isLeasedEnd = isEnd(operation) && operation.cover !== undefined
      if (!isLeasedEnd) refs.add(operation.ref)
      if (isEnd(operation)) postRefs.add(operation.ref)
      if (operation.kind === 'settle' && operation.isAcknowledged) postRefs.add(correctionRefOf(operation.ref))
    }
  }
  return { userIds: [...userIds], tokenIds: [...tokenIds], refs: [...refs], postRefs: [...postRefs] }
}

const isEnd = (operation: Operation): operation is EndOperation =>
  operation.kind === 'settle' || operation.kind === 'release'
