import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Store } from './open-database.ts'
import { sumSpentQuota } from './spent-quota.ts'
import { engines } from './test-databases.ts'
import { newTestUsageHour } from './test-usage-hours.ts'
import { addUsageHours, type UsageHour } from './usage-hours.ts'

const hourMs = 3_600_000
const start = Date.UTC(2026, 10, 1)

const hour = (more: Partial<UsageHour>) => newTestUsageHour({ hour: start, ...more })

for (const engine of engines) {
  describe(engine.name, () => {
    let store: Store
    beforeAll(async () => {
      store = await engine.fresh()
      await addUsageHours(store.db, [
        hour({ quota: 1 }),
        hour({ hour: start + hourMs, quota: 10 }),
        hour({ hour: start + hourMs, token_id: 2, quota: 100 }),
        hour({ hour: start + hourMs, user_id: 2, token_id: 3, group_name: 'vip', quota: 1_000 }),
        hour({ hour: start + hourMs, user_id: 2, token_id: 3, model_name: 'b', quota: 10_000 }),
      ])
    })
    afterAll(() => store.close())

    test('sums what each kind of spender was charged from an hour on', async () => {
      const sum = (spender: Parameters<typeof sumSpentQuota>[1], from = start) => sumSpentQuota(store.db, spender, from)
      expect(await sum({ kind: 'account', userId: 1 })).toBe(111)
      expect(await sum({ kind: 'account', userId: 1 }, start + hourMs)).toBe(110)
      expect(await sum({ kind: 'token', userId: 1, tokenId: 2 })).toBe(100)
      expect(await sum({ kind: 'token', userId: 2, tokenId: 2 })).toBe(0)
      expect(await sum({ kind: 'group', group: 'default' })).toBe(10_111)
      expect(await sum({ kind: 'model', model: 'a' }, start + hourMs)).toBe(1_110)
      expect(await sum({ kind: 'model', model: 'A' })).toBe(0)
    })
  })
}
