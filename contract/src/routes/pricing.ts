import { pricing } from '../pricing.ts'
import { route } from '../route.ts'

export const pricingRoutes = {
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
