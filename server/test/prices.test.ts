import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import type { PriceEffect, PriceHistoryLine, PriceSheet, PricesAsOf } from '@sluice/contract/price-sheet'
import { chargedRow, testCalls, testPriceTables } from '../src/admin/prices/test-charged-rows.ts'
import { setOptions, startTestApp, type TestApp } from '../src/admin/test-app.ts'
import { createManualClock } from '../src/platform/test-clock.ts'
import { moveUsageRows } from '../src/store/log-store/move-usage-rows.ts'
import type { LogStore } from '../src/store/log-store/open-log-store.ts'
import { freshLogStore } from '../src/store/log-store/test-log-stores.ts'
import { engines } from '../src/store/test-databases.ts'

const models = [...new Set(testCalls.map(({ model }) => model))]

for (const engine of engines)
  describe(`prices on ${engine.name}`, () => {
    const clock = createManualClock()
    let app: TestApp
    let logStore: LogStore
    beforeAll(async () => {
      logStore = await freshLogStore(engine)
      app = await startTestApp({ engine, clock, logStore })
      const { options } = app.state.current()
      await setOptions(app, {
        ModelPrice: JSON.stringify({ ...options.ModelPrice, ...testPriceTables.ModelPrice }),
        ModelRatio: JSON.stringify({ ...options.ModelRatio, ...testPriceTables.ModelRatio }),
        SecondPrice: JSON.stringify({ ...options.SecondPrice, ...testPriceTables.SecondPrice }),
        PriceRules: JSON.stringify({ ...options.PriceRules, ...testPriceTables.PriceRules }),
      })
    }, 180_000)
    afterAll(async () => {
      await app.close()
      await logStore.close()
    })

    const readVersion = async () => ((await app.root.get('/api/prices/')).body.data as PriceSheet).version
    const publish = (changes: object[], version: string) => app.root.post('/api/prices/publish', { changes, version })
    const readHistory = async (query: string) =>
      (await app.root.get(`/api/prices/history?${query}`)).body.data as PagedList<PriceHistoryLine>
    const preview = async (changes: object[]) =>
      (await app.root.post('/api/prices/preview', { changes, days: 7 })).body.data as PriceEffect

    test('of two publications on one version exactly one is written', async () => {
      const version = await readVersion()
      const answers = await Promise.all(
        [1, 2, 3].map((ratio) => publish([{ model: 'raced', fields: { ratio } }], version)),
      )
      expect(answers.map(({ body }) => body.code ?? 'published').sort()).toEqual([
        'price_conflict',
        'price_conflict',
        'published',
      ])
      expect((await readHistory('model=raced')).total).toBe(1)
    })

    test('a history of many models is paged, and restores the prices of a moment', async () => {
      const at = Math.floor(clock.now() / 1_000)
      const before = await readVersion()
      clock.advance(5_000)
      const changes = Array.from({ length: 1_200 }, (_, index) => ({
        model: `模型-${index}`,
        fields: { ratio: index },
      }))
      expect((await publish(changes, before)).body.success).toBe(true)
      const page = await readHistory('page_size=100&p=2')
      expect(page).toMatchObject({ page: 2, page_size: 100 })
      expect(page.total).toBeGreaterThan(1_200)
      expect(page.items).toHaveLength(100)
      expect(new Set(page.items.map(({ id }) => id)).size).toBe(100)
      const asOf = (await app.root.get(`/api/prices/as_of?at=${at}`)).body.data as PricesAsOf
      expect(asOf.changes).toHaveLength(1_200)
      expect((await publish(asOf.changes, await readVersion())).body.success).toBe(true)
      expect(await readVersion()).toBe(before)
    })

    test('a preview reads the rows of both databases, each once', async () => {
      const write = async () => {
        const { options } = app.state.current()
        const rows = testCalls.map((call, index) => chargedRow(options, clock.now() - index * 1_000, call))
        await app.store.db.insertInto('usage_logs').values(rows).execute()
      }
      await write()
      const unchanged = models.map((model) => ({ model }))
      const first = await preview(unchanged)
      expect(first).toMatchObject({ calls: testCalls.length, skipped: 0 })
      expect(first.would_charge).toBe(first.charge)
      const { db } = await logStore.open()
      await moveUsageRows(
        { main: app.store.db, reports: app.store.reports, logs: db },
        { beforeAt: clock.now() + 1, rowsPerMove: 5 },
        { signal: AbortSignal.timeout(60_000), pause: async () => undefined },
      )
      expect(await preview(unchanged)).toEqual(first)
      await write()
      const both = await preview(unchanged)
      expect(both).toMatchObject({ calls: 2 * first.calls, charge: 2 * first.charge, would_charge: 2 * first.charge })
      expect((await preview([{ model: 'fixed', fields: { price: 0.04 } }])).would_charge).toBe(2 * 32_500)
    })
  })
