import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { countApiTokens, findApiToken, listApiTokens, listApiTokensById, updateApiToken } from './api-tokens.ts'
import { insertReturningId } from './dialects/writing.ts'
import type { Store } from './open-database.ts'
import { newTestToken } from './test-api-tokens.ts'
import { engines } from './test-databases.ts'

const draft = (user_id: number, name: string) => newTestToken({ user_id, name, key_hash: `hash of ${name}` })

for (const engine of engines) {
  describe(engine.name, () => {
    let store: Store
    let first: number
    const insertToken = (token: ReturnType<typeof draft>) => insertReturningId(store.db, 'api_tokens', token)
    beforeAll(async () => {
      store = await engine.fresh()
      first = await insertToken(draft(1, 'Main 100%'))
      await insertToken(draft(1, 'main_2'))
      await insertToken(draft(2, 'main of another'))
    })
    afterAll(() => store.close())

    const listNames = async (more: { keyword?: string; keyHash?: string | null } = {}) => {
      const filter = { userId: 1, keyword: '', keyHash: null, ...more }
      const rows = await listApiTokens(store.db, filter, { offset: 0, limit: 10 })
      expect(await countApiTokens(store.db, filter)).toBe(rows.length)
      return rows.map((row) => row.name)
    }

    test('lists the tokens of the account, newest first, by part of the name or by the hash of the key', async () => {
      expect(await listNames()).toEqual(['main_2', 'Main 100%'])
      expect(await listNames({ keyword: 'MAIN' })).toHaveLength(2)
      expect(await listNames({ keyword: '%' })).toEqual(['Main 100%'])
      expect(await listNames({ keyword: '_' })).toEqual(['main_2'])
      expect(await listNames({ keyHash: 'hash of main_2' })).toEqual(['main_2'])
      expect(await listNames({ keyHash: 'hash of main of another' })).toEqual([])
    })

    test('reads tokens by their ids, of which there may be none: the page of an account without tokens', async () => {
      expect(await listApiTokensById(store.db, { ids: [first], userId: 1 })).toHaveLength(1)
      expect(await listApiTokensById(store.db, { ids: [], userId: 1 })).toEqual([])
    })

    test('finds and changes no token of another account, and no deleted token', async () => {
      expect(await findApiToken(store.db, { id: first, userId: 2 })).toBeUndefined()
      await updateApiToken(store.db, { id: first, userId: 2 }, { name: 'stolen' })
      expect((await findApiToken(store.db, { id: first, userId: 1 }))?.name).toBe('Main 100%')
      await updateApiToken(store.db, { id: first, userId: 1 }, { deleted_at: 5 })
      expect(await findApiToken(store.db, { id: first, userId: 1 })).toBeUndefined()
      expect(await listNames()).toEqual(['main_2'])
    })
  })
}
