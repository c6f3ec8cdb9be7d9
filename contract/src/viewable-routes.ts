import type { AdminRight } from './admin-rights.ts'
import type { RouteKey } from './routes.ts'
import { lookUp } from './typed-keys.ts'

/**
 * What an administrator may read while looking at the console as an account, and the right that the same data needs on
 * the pages of administrators; `any`: none besides the view's own. All other routes are refused in a view, so a new one
 * is closed until it is listed. Not listed although they read: routes that create what they answer (invitation code,
 * access token, state of a sign-in), second factors, proofs and receipts, and exports, which would take the customer's
 * turn.
 */
const viewableRoutes: Readonly<Partial<Record<Extract<RouteKey, `GET ${string}`>, AdminRight | 'any'>>> = {
  'GET /api/status': 'any',
  'GET /api/notice': 'any',
  'GET /api/about': 'any',
  'GET /api/home_page_content': 'any',
  'GET /api/user-agreement': 'any',
  'GET /api/privacy-policy': 'any',
  'GET /api/uptime/status': 'any',
  'GET /api/docs_page/': 'any',
  'GET /api/docs_page/texts': 'any',
  'GET /api/docs_page/read/:slug': 'any',
  'GET /api/home_facts': 'any',
  'GET /api/site_health': 'any',
  'GET /api/perf-metrics/summary': 'any',
  'GET /api/price_history': 'any',
  'GET /api/pricing': 'any',
  'GET /api/user/groups': 'any',
  'GET /api/user/self': 'user.read',
  'GET /api/user/self/view': 'any',
  'GET /api/user/self/sessions': 'user.read',
  'GET /api/user/sessions': 'user.read',
  'GET /api/user/self/groups': 'user.read',
  'GET /api/user/self/models': 'user.read',
  'GET /api/user/models': 'user.read',
  'GET /api/user/video_models': 'user.read',
  'GET /api/user/checkin': 'user.read',
  'GET /api/models': 'any',
  'GET /api/token/': 'user.read',
  'GET /api/token/search': 'user.read',
  'GET /api/token/auto-groups': 'user.read',
  'GET /api/token/:id': 'user.read',
  'GET /api/token/:id/models': 'user.read',
  'GET /api/user/topup/info': 'any',
  'GET /api/user/topup/self': 'billing.read',
  'GET /api/data/self': 'log.read',
  'GET /api/data/flow/self': 'log.read',
  'GET /api/data/self/overview': 'log.read',
  'GET /api/data/self/errors': 'log.read',
  'GET /api/data/self/tokens': 'log.read',
  'GET /api/log/self': 'log.read',
  'GET /api/log/self/last-call': 'log.read',
  'GET /api/log/self/stat': 'log.read',
  'GET /api/log/self/histogram': 'log.read',
  'GET /api/log/self/entry/:id': 'log.read',
  'GET /api/log/self/search': 'log.read',
  'GET /api/mj/self': 'log.read',
  'GET /api/task/self': 'log.read',
}

/** The right that a route needs in a view; null = it cannot be viewed. */
export const viewRightOf = (key: RouteKey): AdminRight | 'any' | null =>
  lookUp<AdminRight | 'any', null>(viewableRoutes, key, null)
