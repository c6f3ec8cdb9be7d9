import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Store } from './open-database.ts'
import { engines } from './test-databases.ts'
import { insertTestUser } from './test-users.ts'
import {
  countUsers,
  findAnyUser,
  findInviter,
  findTakenIdentity,
  findUser,
  findUserByEmail,
  listUsers,
  removeUser,
  replaceHash,
  replaceSetting,
  setInviteCode,
  type UserFilter,
  type UserOrder,
  updateUser,
  updateUserOfRole,
} from './users.ts'

let store: Store
afterEach(() => store.close())

for (const engine of engines) {
  let ana: number
  let ben: number
  beforeEach(async () => {
    store = await engine.fresh()
    ana = await insertTestUser(store.db, { username: 'ana', email: 'ana@example.org', github_id: '7' })
    ben = await insertTestUser(store.db, { username: 'ben', display_name: 'B%n', group_name: 'vip' })
  })
  const page = { order: { by: 'id', direction: 'desc' } as const, offset: 0, limit: 10 }

  test(`${engine.name}: an account that was promoted meanwhile is not written, nor a hash that was replaced`, async () => {
    expect(await updateUserOfRole(store.db, { id: ana, role: 10 }, { status: 2 })).toBe(false)
    expect(await updateUserOfRole(store.db, { id: ana, role: 1 }, { status: 2, password_hash: 'a' })).toBe(true)
    expect(await updateUserOfRole(store.db, { id: ana, role: 1 }, { status: 2 })).toBe(true)
    expect(await replaceHash(store.db, ana, { from: 'b', to: 'c' })).toBe(false)
    expect(await replaceHash(store.db, ana, { from: 'a', to: 'c' })).toBe(true)
    expect(await findUser(store.db, ana)).toMatchObject({ status: 2, password_hash: 'c' })
  })

  test(`${engine.name}: accounts are found by id or part of a text, and by whole group`, async () => {
    const found = async (keyword: string, group = '') => {
      const filter = { keyword, group }
      const rows = await listUsers(store.db, filter, page)
      expect(await countUsers(store.db, filter)).toBe(rows.length)
      return rows.map((row) => row.id)
    }
    expect(await found('')).toEqual([ben, ana])
    expect(await found(String(ana))).toEqual([ana])
    expect(await found('ANA@')).toEqual([ana])
    expect(await found('%')).toEqual([ben])
    expect(await found('_')).toEqual([])
    expect(await found('', 'vi')).toEqual([])
    expect(await found('b', 'vip')).toEqual([ben])
    const everybody = { keyword: '', group: '' }
    expect(await listUsers(store.db, everybody, { ...page, offset: 1, limit: 1 })).toMatchObject([{ id: ana }])
    const sorted = async (order: UserOrder, filter: UserFilter = everybody) =>
      (await listUsers(store.db, filter, { ...page, order })).map(({ id }) => id)
    expect(await sorted({ by: 'id', direction: 'asc' })).toEqual([ana, ben])
    expect(await sorted({ by: 'username', direction: 'asc' })).toEqual([ana, ben])
    expect(await sorted({ by: 'group_name', direction: 'desc' })).toEqual([ben, ana])
    // Equal values: the newest first, either way.
    expect(await sorted({ by: 'quota', direction: 'asc' })).toEqual([ben, ana])
    expect(await sorted({ by: 'quota', direction: 'desc' })).toEqual([ben, ana])
    const newest = { by: 'id', direction: 'desc' } as const
    expect(await sorted(newest, { ...everybody, role: 1 })).toEqual([ben, ana])
    expect(await sorted(newest, { ...everybody, role: 10 })).toEqual([])
    expect(await sorted(newest, { ...everybody, status: 2 })).toEqual([])
    expect(await sorted(newest, { ...everybody, status: 1 })).toEqual([ben, ana])
    expect(await sorted(newest, { ...everybody, isDeleted: true })).toEqual([])
  })

  test(`${engine.name}: what an account is known by is taken, by deleted ones nothing`, async () => {
    const { db } = store
    expect(await findTakenIdentity(db, { username: 'new', email: 'ana@example.org' })).toBe('email')
    expect(await findTakenIdentity(db, { username: 'new', github_id: '7' })).toBe('github_id')
    expect(await findTakenIdentity(db, { username: 'new', github_id: '8' })).toBeNull()
    expect(await removeUser(db, ana, 5)).toBe('ana')
    expect(await removeUser(db, ana, 6)).toBeNull()
    expect(await findUser(db, ana)).toBeUndefined()
    expect(await findAnyUser(db, ana)).toMatchObject({
      ...{ username: `deleted@${ana}`, deleted_at: 5, email: null },
    })
    expect(await findTakenIdentity(db, { email: 'ana@example.org', github_id: '7' })).toBeNull()
    expect(await findTakenIdentity(db, { username: 'ana' })).toBeNull()
    await updateUser(db, ben, { email: 'ana@example.org' })
    expect(await findUserByEmail(db, 'ana@example.org')).toMatchObject({ id: ben })
  })

  test(`${engine.name}: settings are replaced only as they were read, a code is given once`, async () => {
    const { db } = store
    expect(await replaceSetting(db, ana, { from: '{}', to: '{"a":1}' })).toBe(true)
    expect(await replaceSetting(db, ana, { from: '{}', to: '{"b":1}' })).toBe(false)
    expect((await findUser(db, ana))?.setting).toBe('{"a":1}')
    await setInviteCode(db, ana, 'first')
    await setInviteCode(db, ana, 'second')
    expect(await findInviter(db, 'first')).toMatchObject({ id: ana })
    expect(await findInviter(db, 'second')).toBeUndefined()
    await removeUser(db, ana, 5)
    expect(await findInviter(db, 'first')).toBeUndefined()
  })
}
