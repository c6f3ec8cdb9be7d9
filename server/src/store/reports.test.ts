import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { readFailure } from '../core/test-failures.ts'
import type { Store } from './open-database.ts'
import { engines } from './test-databases.ts'

for (const engine of engines) {
  describe(`queries that read many rows, on ${engine.name}`, () => {
    let store: Store
    beforeAll(async () => {
      store = await engine.fresh()
    })
    afterAll(() => store.close())

    // Names that begin with `$` are marks of the server.
    const options = () =>
      store.reports.selectFrom('options').selectAll().where('name', 'not like', '$%').orderBy('name').execute()

    test('see committed data, also when several run at once', async () => {
      const option = { name: 'a', value: '{"ä": 1}', updated_at: 1 }
      await store.db.insertInto('options').values(option).execute()
      const [rows, single, again] = await Promise.all([
        options(),
        sql<{ one: number }>`select 1 as one`.execute(store.reports),
        options(),
      ])
      expect(rows).toMatchObject([option])
      expect(again).toEqual(rows)
      expect(Number(single.rows[0]?.one)).toBe(1)
    })

    test('reject when they fail, and the next queries are answered', async () => {
      expect(await readFailure(sql`select nothing from nowhere`.execute(store.reports))).toBeInstanceOf(Error)
      expect(await options()).toHaveLength(1)
    })

    test('do not block the main thread, however long they take', async () => {
      // The other engines have a process of their own.
      if (store.engine !== 'sqlite') return
      await options()
      const counted = sql<{ n: number }>`
        with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 1000000)
        select max(n) as n from counted`.execute(store.reports)
      let isAnswered = false
      void counted.then(() => {
        isAnswered = true
      })
      let turns = 0
      for (; turns < 3; turns++) {
        await setImmediate()
        expect(isAnswered).toBe(false)
      }
      expect((await counted).rows).toEqual([{ n: 1_000_000 }])
    })

    test('cannot write to the embedded database', async () => {
      if (store.engine !== 'sqlite') return
      expect(await readFailure(store.reports.deleteFrom('options').execute())).toMatchObject({
        message: expect.stringContaining('readonly'),
      })
    })
  })
}

test('after closing a query fails, and a pending query does not wait for ever', async () => {
  const store = await engines[0]?.fresh()
  if (!store) throw new Error('no engine')
  const pending = readFailure(sql`select 1`.execute(store.reports))
  await store.close()
  await pending
  expect(await readFailure(sql`select 1`.execute(store.reports))).toBeInstanceOf(Error)
})
