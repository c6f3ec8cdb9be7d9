import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Kysely, sql } from 'kysely'
import { escapeLike, like } from '../like.ts'
import { createLogPlace, logOnlyEngines } from '../log-store/test-log-stores.ts'
import { openDatabase, type Store } from '../open-database.ts'
import type { Database } from '../schema.ts'

const [clickhouse] = logOnlyEngines

describe.skipIf(!clickhouse)('ClickHouse', () => {
  let store: Store
  let db: Kysely<Database>
  let remove: () => Promise<void>
  beforeAll(async () => {
    if (!clickhouse) throw new Error('no engine')
    const place = await createLogPlace(clickhouse)
    remove = place.remove
    store = await openDatabase({ ...place.settings, poolMax: 1 })
    db = store.db
  })
  afterAll(async () => {
    await store.close()
    await remove()
  })

  test('compares texts byte by byte, and binds every character', async () => {
    const text = `'"\\\t\n\r\0{p1:String}; ä \u{1f600} %_!`
    const { rows } = await sql<{ text: string; matches: number; other: number; upper: number; null: null }>`
      select ${text} as text, ${like(sql.val(text), `${escapeLike(text)}%`)} as matches,
        ${like(sql.val('aXb'), escapeLike('a_b'))} as other, ${like(sql.val('A'), 'a')} as upper,
        ${-3} as negative, ${null} as "null"`.execute(db)
    expect(rows).toEqual([{ text, matches: 1, other: 0, upper: 0, negative: -3, null: null }] as never)
  })

  test('numbers stay exact, or are refused', async () => {
    const read = (value: string) =>
      sql<{ n: number }>`select toInt64(${sql.raw(value)}) as n`.execute(db).then(({ rows }) => rows[0]?.n)
    expect(await read('9007199254740991')).toBe(9_007_199_254_740_991)
    await expect(read('9007199254740993')).rejects.toThrow('beyond the safe range')
  })

  test('has no transactions and no updates, and says so', async () => {
    await expect(db.transaction().execute(async () => {})).rejects.toThrow('ClickHouse has no transactions')
    const update = () => db.updateTable('usage_logs').set({ quota: 1 }).execute()
    await expect((async () => update())()).rejects.toThrow('ClickHouse has no updates')
  })
})
