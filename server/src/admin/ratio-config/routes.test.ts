import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ratioConfig } from '@sluice/contract/ratio-config'
import { readAnswer, startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const set = (key: string, value: string) => app.root.put('/api/option/', { key, value })
const readPrices = async () => await readAnswer(await app.send('/api/ratio_config'))

test('prices are published only if the operator allows it', async () => {
  expect(await readPrices()).toMatchObject({ status: 403, body: { success: false, code: 'ratio_config_off' } })
  await set('ExposeRatioEnabled', 'true')
  expect(await readPrices()).toMatchObject({ status: 200, body: { success: true } })
  await set('ExposeRatioEnabled', 'false')
  expect((await readPrices()).status).toBe(403)
})

test('published prices are those of calls: a fixed price replaces a ratio, and defaults by model name fill gaps', async () => {
  await set('ExposeRatioEnabled', 'true')
  await set('ModelRatio', JSON.stringify({ alpha: 2.5, both: 1, 'claude-x': 1.5 }))
  await set('ModelPrice', JSON.stringify({ both: 0.04 }))
  await set('CompletionRatio', JSON.stringify({ alpha: 4, both: 2 }))
  await set('CacheRatio', JSON.stringify({ alpha: 0.5, unpriced: 0.1 }))
  await set('CreateCacheRatio', JSON.stringify({ alpha: 1.1 }))
  await set('SecondPrice', JSON.stringify({ video: 0.4 }))
  const { body } = await readPrices()
  expect(ratioConfig.parse(body.data)).toEqual({
    model_ratio: { alpha: 2.5, 'claude-x': 1.5 },
    completion_ratio: { alpha: 4, 'claude-x': expect.any(Number) },
    cache_ratio: { alpha: 0.5 },
    // A cache write of Claude models costs a quarter more unless an entry sets another ratio.
    create_cache_ratio: { alpha: 1.1, 'claude-x': 1.25 },
    model_price: { both: 0.04 },
  })
})
