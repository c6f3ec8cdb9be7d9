import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hourMs } from '@sluice/contract/durations'
import { markTokenUses } from './account-uses.ts'
import type { Store } from './open-database.ts'
import { newTestToken } from './test-api-tokens.ts'
import { engines } from './test-databases.ts'
import { newTestUsageHour } from './test-usage-hours.ts'
import { insertTestUser } from './test-users.ts'
import { addUsageHours } from './usage-hours.ts'
import { countUsers, listUsers, prepareUserFilter, type UserFilter, type UserOrder } from './user-lists.ts'
import {
  findAnyUser,
  findInviter,
  findTakenIdentity,
  findUser,
  findUserByEmail,
  hasLookalike,
  removeUser,
  replaceHash,
  replaceSetting,
  setInviteCode,
  updateUser,
  updateUserOfRole,
} from './users.ts'

describe.each(engines)('accounts on $name', (engine) => {
  let store: Store
  let ana: number
  let ben: number
  beforeEach(async () => {
    store = await engine.fresh()
    ana = await insertTestUser(store.db, { username: 'ana', email: 'ana@example.org', github_id: '7' })
    ben = await insertTestUser(store.db, { username: 'ben', display_name: 'B%n', group_name: 'vip' })
  })
  afterEach(() => store.close())
  const page = { order: { by: 'id', direction: 'desc' } as const, offset: 0, limit: 10 }

  test('an account that was promoted meanwhile is not changed, nor a hash that was replaced meanwhile', async () => {
    expect(await updateUserOfRole(store.db, { id: ana, role: 10 }, { status: 2 })).toBe(false)
    expect(await updateUserOfRole(store.db, { id: ana, role: 1 }, { status: 2, password_hash: 'a' })).toBe(true)
    expect(await updateUserOfRole(store.db, { id: ana, role: 1 }, { status: 2 })).toBe(true)
    expect(await replaceHash(store.db, ana, { from: 'b', to: 'c' })).toBe(false)
    expect(await replaceHash(store.db, ana, { from: 'a', to: 'c' })).toBe(true)
    expect(await findUser(store.db, ana)).toMatchObject({ status: 2, password_hash: 'c' })
  })

  test('accounts are found by id or part of a text, and by whole group', async () => {
    const findIds = async (keyword: string, group = '') => {
      const filter = await prepareUserFilter(store.db, { keyword, group })
      const rows = await listUsers(store.db, filter, page)
      expect(await countUsers(store.db, filter, 10)).toBe(rows.length)
      return rows.map((row) => row.id)
    }
    const allUsers = { keyword: '', group: '' }
    expect(await findIds('')).toEqual([ben, ana])
    expect(await findIds(String(ana))).toEqual([ana])
    expect(await findIds('ANA@')).toEqual([ana])
    expect(await findIds('%')).toEqual([ben])
    expect(await findIds('_')).toEqual([])
    expect(await findIds('', 'vi')).toEqual([])
    expect(await findIds('b', 'vip')).toEqual([ben])
    await updateUser(store.db, ana, { group_name: 'default,vip' })
    expect(await findIds('', 'vip')).toEqual([ben, ana])
    expect(await findIds('', 'default')).toEqual([ana])
    await updateUser(store.db, ana, { group_name: 'default' })
    expect(await countUsers(store.db, await prepareUserFilter(store.db, allUsers), 1)).toBe(1)
    const prepared = await prepareUserFilter(store.db, allUsers)
    expect(await listUsers(store.db, prepared, { ...page, offset: 1, limit: 1 })).toMatchObject([{ id: ana }])
    const listIds = async (order: UserOrder, filter: UserFilter = allUsers) =>
      (await listUsers(store.db, await prepareUserFilter(store.db, filter), { ...page, order })).map(({ id }) => id)
    expect(await listIds({ by: 'id', direction: 'asc' })).toEqual([ana, ben])
    expect(await listIds({ by: 'username', direction: 'asc' })).toEqual([ana, ben])
    expect(await listIds({ by: 'group_name', direction: 'desc' })).toEqual([ben, ana])
    // Equal values: the newest account first, in both directions.
    expect(await listIds({ by: 'quota', direction: 'asc' })).toEqual([ben, ana])
    expect(await listIds({ by: 'quota', direction: 'desc' })).toEqual([ben, ana])
    const newest = { by: 'id', direction: 'desc' } as const
    expect(await listIds(newest, { ...allUsers, role: 1 })).toEqual([ben, ana])
    expect(await listIds(newest, { ...allUsers, role: 10 })).toEqual([])
    expect(await listIds(newest, { ...allUsers, status: 2 })).toEqual([])
    expect(await listIds(newest, { ...allUsers, status: 1 })).toEqual([ben, ana])
    expect(await listIds(newest, { ...allUsers, isDeleted: true })).toEqual([])
  })

  test('the last use of an account has the uses of its API tokens, written once an hour', async () => {
    const { db, reports } = store
    const now = 1_000 * hourMs
    const use = async (id: number, at: number) => {
      await db.updateTable('api_tokens').set({ accessed_at: at }).where('user_id', '=', id).execute()
      await addUsageHours(db, [newTestUsageHour({ hour: at - (at % hourMs), user_id: id, calls: 1 })])
    }
    for (const user_id of [ana, ben]) {
      const token = newTestToken({ user_id, key_hash: `hash-${user_id}` })
      await db.insertInto('api_tokens').values(token).execute()
    }
    const work = { signal: new AbortController().signal, pause: () => Promise.resolve() }
    const mark = () => markTokenUses({ db, reports }, now, work)
    const lastUses = async () => {
      const rows = await db.selectFrom('users').select('last_seen_at').orderBy('id').execute()
      return rows.map((row) => row.last_seen_at)
    }
    await use(ana, now - 5_000)
    await use(ben, now - 30 * hourMs)
    expect(await mark()).toBe(1)
    expect(await lastUses()).toEqual([now - 5_000, 0])
    await use(ana, now)
    expect(await mark()).toBe(0)
    await use(ben, now)
    expect(await mark()).toBe(1)
    expect(await lastUses()).toEqual([now - 5_000, now])
    // The page is in the order of what it shows.
    const bySeen = { ...page, order: { by: 'seen_at', direction: 'asc' } as const }
    const listed = await listUsers(db, await prepareUserFilter(db, { keyword: '', group: '' }), bySeen)
    expect(listed.map((row) => row.seen_at)).toEqual([now, now])
  })

  test('names and identities of an account are taken, those of a deleted account are free', async () => {
    const { db } = store
    expect(await findTakenIdentity(db, { username: 'new', email: 'ana@example.org' })).toBe('email')
    expect(await findTakenIdentity(db, { username: 'new', github_id: '7' })).toBe('github_id')
    expect(await findTakenIdentity(db, { username: 'new', github_id: '8' })).toBeNull()
    expect(await removeUser(db, ana, 5)).toBe('ana')
    expect(await removeUser(db, ana, 6)).toBeNull()
    expect(await findUser(db, ana)).toBeUndefined()
    expect(await findAnyUser(db, ana)).toMatchObject({
      username: `deleted@${ana}`,
      deleted_at: 5,
      email: null,
    })
    expect(await findTakenIdentity(db, { email: 'ana@example.org', github_id: '7' })).toBeNull()
    expect(await findTakenIdentity(db, { username: 'ana' })).toBeNull()
    await updateUser(db, ben, { email: 'ana@example.org' })
    expect(await findUserByEmail(db, 'ana@example.org')).toMatchObject({ id: ben })
  })

  test('settings are replaced only if they are as they were read, and an invite code is set once', async () => {
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

  test('a name in other capitals belongs to someone, except to the account itself and to deleted ones', async () => {
    const id = await insertTestUser(store.db, { username: 'Lookalike' })
    expect(await hasLookalike(store.db, 'LOOKALIKE')).toBe(true)
    expect(await hasLookalike(store.db, 'LOOKALIKE', id)).toBe(false)
    // The same name is the index's matter.
    expect(await hasLookalike(store.db, 'Lookalike')).toBe(false)
    expect(await hasLookalike(store.db, 'lookalikes')).toBe(false)
    await removeUser(store.db, id, 1)
    expect(await hasLookalike(store.db, 'LOOKALIKE')).toBe(false)
  })
})
