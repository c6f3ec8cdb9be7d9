import { z } from 'zod'
import { checkinAward, checkinOverview } from '../checkin.ts'
import { turnstileQuery } from '../registration.ts'
import { route } from '../route.ts'

export const checkinRoutes = {
  'GET /api/user/checkin': route({
    access: 'user',
    summary: 'Own check-ins of a month, and the range of awards',
    query: z.object({ month: z.string().max(16).default('') }),
    data: checkinOverview,
    errors: ['checkin_disabled'],
  }),
  'POST /api/user/checkin': route({
    access: 'user',
    summary: 'Checks in for today',
    query: z.object(turnstileQuery),
    data: checkinAward,
    errors: ['checkin_disabled', 'checkin_done', 'turnstile_failed', 'turnstile_required'],
  }),
}
