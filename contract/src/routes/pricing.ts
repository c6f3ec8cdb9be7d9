import { z } from 'zod'
import { homeFacts } from '../home-facts.ts'
import { modelSpeed, modelSpeedQuery } from '../model-speed.ts'
import { pricing } from '../pricing.ts'
import { priceHistoryQuery, publicPriceHistory } from '../public-price-history.ts'
import { route } from '../route.ts'
import { siteHealth } from '../site-health.ts'

export const pricingRoutes = {
  'GET /api/home_facts': route({
    access: 'session',
    summary: 'What the home page says: models, makers, prices, and what was measured in the last hours',
    data: homeFacts,
    errors: ['not_logged_in', 'page_switched_off'],
  }),
  'GET /api/site_health': route({
    access: 'session',
    summary: 'How the models of the site work, from its own calls of 24 hours and 90 days, and its announcements',
    data: siteHealth,
    errors: ['page_switched_off'],
  }),
  'GET /api/perf-metrics/summary': route({
    access: 'session',
    summary: 'Measured speed and availability of the models the caller can reach, with enough calls in the last hours',
    query: modelSpeedQuery,
    data: z.object({ models: z.array(modelSpeed) }),
    errors: ['not_logged_in', 'page_switched_off'],
  }),
  'GET /api/price_history': route({
    access: 'session',
    summary: 'How the basic price of a model changed, a line a day; empty for a model the caller cannot reach',
    query: priceHistoryQuery,
    data: publicPriceHistory,
    errors: ['not_logged_in', 'page_switched_off'],
  }),
  'GET /api/pricing': route({
    access: 'session',
    summary: 'Models the caller can reach and their prices; beside them group_ratio and usable_group',
    data: pricing.shape.data,
    beside: pricing.omit({ data: true }),
    encoded: true,
    errors: ['not_logged_in', 'page_switched_off'],
    others: { 304: { description: 'Nothing changed since the answer with this `If-None-Match`.' } },
  }),
}
