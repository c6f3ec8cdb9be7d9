import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { computePriceEffect } from './effect.ts'
import { readPriceHistory, readPricesAsOf } from './history.ts'
import { listModelPrices } from './model-prices.ts'
import { publishPrices } from './publish.ts'
import { exportPrices, readFileOfPrices, readPriceSheet } from './sheet.ts'

export function mountPriceSheetRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/prices/', async ({ raw }) => ({ data: await readPriceSheet(deps, raw.signal) }))
  api.route('POST /api/prices/models', ({ body }) => ({ data: listModelPrices(deps, body.models) }))
  api.route('POST /api/prices/preview', async ({ body: { days, ...request }, raw }) => ({
    data: await computePriceEffect(deps, request, { days, signal: raw.signal }),
  }))
  api.route('POST /api/prices/publish', async ({ body, caller, audit }) => ({
    data: await publishPrices(deps, body, caller, audit),
  }))
  api.route('GET /api/prices/export', ({ query, raw }) => exportPrices(deps, query.format, raw.signal))
  api.route('POST /api/prices/read_file', async ({ body, raw }) => ({
    data: await readFileOfPrices(deps, body.text, raw.signal),
  }))
  api.route('GET /api/prices/history', ({ query }) => readPriceHistory(deps, query))
  api.route('GET /api/prices/as_of', async ({ query }) => ({ data: await readPricesAsOf(deps, query.at) }))
}
