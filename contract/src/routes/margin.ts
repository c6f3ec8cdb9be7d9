import { z } from 'zod'
import { cacheKeys, cacheReport, promptParts } from '../cache-report.ts'
import { marginPage } from '../margin.ts'
import { pageQuery, spanQuery } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { route } from '../route.ts'

const text = z.string().max(64).optional()
const query = z.object({
  by: text,
  ...spanQuery,
  ...pageQuery,
  utc_offset: queryNumber,
  sort: text,
  order: text,
  /** The most steps of each line's trend; absent = no trend. */
  trend: queryNumber,
})

export const marginRoutes = {
  'GET /api/margin/': route({
    access: 'admin',
    summary: 'Charge, cost and margin by any of model, channel, user, API key and day',
    query,
    data: marginPage,
  }),
  'GET /api/margin/cache': route({
    access: 'admin',
    summary: 'Input from caches, what it saved and what was missed, by model, channel, token or client',
    query: z.object({ by: z.enum(cacheKeys).optional(), ...spanQuery }),
    data: cacheReport,
  }),
  'GET /api/margin/cache/parts': route({
    access: 'admin',
    summary: 'Where the prompts of the newest calls differ from the turns before, so that a cache is missed',
    query: z.object(spanQuery),
    data: promptParts,
  }),
}
