import { expect, test } from 'bun:test'
import { auditLedger } from '../cli/ledger-audit.ts'
import { openSqliteConnection } from '../store/dialects/open-sqlite.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import type { Operation, Outcomes } from './operations.ts'
import { writeShared } from './shared-writer.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { addChannel, addToken, addUser, usageRow } from './test-accounts.ts'

type Write = (operations: Operation[]) => Promise<Outcomes>

/** `isShared`: a charge whose hold another process released is still taken if the balance covers it. */
const writers: { name: string; isShared: boolean; fresh(): Promise<Store>; open(store: Store): Write }[] = [
  ...engines.map((engine) => ({
    ...engine,
    isShared: true,
    open:
      (store: Store): Write =>
      async (operations) =>
        (await writeShared(store, operations, { epochId: 1 })).outcomes,
  })),
  ...engines.slice(0, 1).map((engine) => ({
    ...engine,
    name: 'the embedded writer',
    isShared: false,
    open(store: Store): Write {
      const writer = new SqliteWriter(
        openSqliteConnection(store.sqlitePath ?? ''),
        { epochId: 1, writerId: 'w' },
        'normal',
      )
      return async (operations) => writer.apply(operations, performance.now())
    },
  })),
]

const splits: Record<string, (operations: Operation[]) => Operation[][]> = {
  'one batch': (operations) => [operations],
  'a batch each': (operations) => operations.map((operation) => [operation]),
  pairs: (operations) => [operations.slice(0, 2), operations.slice(2, 4), operations.slice(4)],
  'ended in the batch after': (operations) => [operations.slice(0, 3), operations.slice(3)],
}

for (const { name, isShared, fresh, open } of writers) {
  for (const [splitName, split] of Object.entries(splits)) {
    test(`${name}, ${splitName}: operations repeated by ref change nothing`, async () => {
      const store = await fresh()
      const userId = await addUser(store, 'u')
      const tokenId = await addToken(store, userId, true)
      const channelId = await addChannel(store)
      const account = { userId, tokenId, at: 5 }
      const reserve = (ref: string): Operation => ({ kind: 'reserve', ref, ...account, amount: 100 })
      const settle = (ref: string, charge: number): Operation => ({
        kind: 'settle',
        ref,
        ...account,
        held: 100,
        charge,
        channelId,
        row: usageRow(userId, tokenId, ref, charge),
      })
      const release = (ref: string): Operation => ({
        kind: 'release',
        ref,
        userId,
        tokenId,
        held: 100,
        row: null,
      })
      const post: Operation = {
        kind: 'post',
        ref: 'p',
        userId,
        entryKind: 'credit',
        amount: 1_000,
        note: '',
        row: null,
        at: 5,
      }
      const transfer = (ref: string, amount: number): Operation => ({
        kind: 'post',
        ref,
        userId,
        entryKind: 'credit',
        amount,
        note: '',
        row: null,
        at: 5,
        source: 'invitations',
      })
      await store.db.updateTable('users').set({ aff_quota: 50, aff_history_quota: 50 }).execute()
      const operations = [
        post,
        post,
        transfer('invitations:1', 30),
        transfer('invitations:1', 30),
        transfer('invitations:2', 30),
        reserve('a'),
        settle('a', 30),
        settle('a', 30),
        release('a'),
        reserve('b'),
        release('b'),
        release('b'),
        settle('b', 30),
        reserve('c'),
        settle('c', 0),
        settle('c', 0),
        settle('never', 30),
        release('never'),
      ]
      const write = open(store)
      for (const batch of split(operations)) await write(batch)

      const user = await store.db
        .selectFrom('users')
        .select(['quota', 'used_quota', 'request_count', 'aff_quota', 'aff_history_quota'])
        .executeTakeFirstOrThrow()
      expect(user).toEqual({
        ...(isShared
          ? { quota: 940, used_quota: 90, request_count: 4 }
          : { quota: 1_000, used_quota: 30, request_count: 2 }),
        aff_quota: 20,
        aff_history_quota: 50,
      })
      const rows = await store.db.selectFrom('usage_logs').select('request_id').orderBy('id').execute()
      expect(rows.map((row) => row.request_id)).toEqual(isShared ? ['a', 'b', 'c', 'never'] : ['a', 'c'])
      const hours = await store.db.selectFrom('usage_hours').select(['calls', 'quota']).execute()
      expect(hours).toEqual([isShared ? { calls: 4, quota: 90 } : { calls: 2, quota: 30 }])
      expect(await store.db.selectFrom('reservations').selectAll().execute()).toEqual([])
      expect((await auditLedger(store)).findings).toEqual([])
      await store.close()
    })
  }
}
