import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Kysely } from 'kysely'
import { createLog } from '../../platform/log.ts'
import type { Store } from '../../store/open-database.ts'
import type { Database } from '../../store/schema.ts'
import { engines } from '../../store/test-databases.ts'
import { createObjectOwners } from './object-owners.ts'

let store: Store
beforeAll(async () => {
  store = await engines[0]!.fresh()
})
afterAll(() => store.close())

const account = { channelId: 7, key: 'sk-upstream' }
/** The owners as another process knows them, which has only the database. */
const ownersIn = (db: Kysely<Database> = store.db) =>
  createObjectOwners({ db, clock: { now: () => 1_000 }, log: createLog('silent'), redis: undefined }, () => [
    account.key,
  ])

test('what answers named is stored at once, without a pause that a crash could fall into', async () => {
  const owners = ownersIn()
  for (let index = 0; index < 600; index++) owners.remember(1, account, [`resp_${index}`])
  await owners.close()
  const found = await ownersIn().find(1, ['resp_0', 'resp_599', 'resp_600'])
  expect([...found.keys()].sort()).toEqual(['resp_0', 'resp_599'])
  // No timer is needed: the write begins in the same turn.
  let writes = 0
  const watched = ownersIn(
    new Proxy(store.db, {
      get(db, name) {
        if (name === 'insertInto') writes++
        const value: unknown = Reflect.get(db, name, db)
        return typeof value === 'function' ? value.bind(db) : value
      },
    }),
  )
  watched.remember(1, account, ['resp_next'])
  expect(writes).toBe(1)
  await watched.close()
})

test('a failed write is repeated with the next one', async () => {
  let fails = true
  const db = new Proxy(store.db, {
    get(target, name) {
      if (name === 'insertInto' && fails) throw new Error('the database is away')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const owners = ownersIn(db)
  owners.remember(2, account, ['resp_early'])
  owners.remember(2, account, ['resp_late'])
  fails = false
  await owners.close()
  expect([...(await ownersIn().find(2, ['resp_early', 'resp_late'])).keys()].sort()).toEqual([
    'resp_early',
    'resp_late',
  ])
})

test('an object is foreign where another account has it and this one has not', async () => {
  const owners = ownersIn()
  owners.remember(3, account, ['rs_theirs', 'rs_both'])
  owners.remember(4, account, ['rs_both', 'rs_own'])
  expect(await owners.findForeign(4, ['rs_theirs', 'rs_both', 'rs_own', 'rs_nobody'])).toEqual(['rs_theirs'])
  await owners.close()
  expect(await ownersIn().findForeign(4, ['rs_theirs', 'rs_both', 'rs_own', 'rs_nobody'])).toEqual(['rs_theirs'])
  expect(await ownersIn().findForeign(4, [])).toEqual([])
})
