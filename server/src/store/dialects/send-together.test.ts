import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CompiledQuery } from 'kysely'
import type { Store } from '../open-database.ts'
import { engines } from '../test-databases.ts'
import { sendTogether } from './send-together.ts'

describe.each(engines)('statements sent together on $name', ({ fresh }) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh()
  })
  afterAll(async () => store.close())

  const begin = CompiledQuery.raw('begin')
  const commit = CompiledQuery.raw('commit')
  const set = (key: string, value: string) =>
    store.batches.insertInto('options').values({ name: key, value, updated_at: 1 }).compile()
  const read = (key: string) => store.batches.selectFrom('options').select('value').where('name', '=', key).compile()
  const drop = (key: string) => store.batches.deleteFrom('options').where('name', '=', key).compile()

  test('run in their order, and each has its own rows', async () => {
    const statements = [begin, set('a;b', "1'; --"), read('a;b'), drop('a;b'), read('a;b'), commit]
    const rows = await store.batches.connection().execute((db) => sendTogether(db, statements))
    expect(rows).toEqual([[], [], [{ value: "1'; --" }], [], [], []])
  })

  test('a failure is thrown, leaves the connection usable, and nothing is committed', async () => {
    await store.batches.connection().execute(async (db) => {
      const failing = sendTogether(db, [begin, set('twice', '1'), set('twice', '2'), commit])
      await expect(failing).rejects.toThrow()
      await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      expect(await sendTogether(db, [read('twice'), read('twice')])).toEqual([[], []])
    })
  })

  test('no statement, and a single statement, are accepted', async () => {
    await store.batches.connection().execute(async (db) => {
      expect(await sendTogether(db, [])).toEqual([])
      expect(await sendTogether(db, [read('none')])).toEqual([[]])
    })
  })
})
