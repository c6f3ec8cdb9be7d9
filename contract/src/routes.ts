import type { AnyRoute, ItemOf, RouteEntry } from './route.ts'
import { redemptionRoutes } from './routes/redemption.ts'

/** Every route of the management API, once. The server mounts nothing that is not listed here. */
export const routes = {
  // The site
  'GET /api/setup': { access: 'public' },
  'POST /api/setup': { access: 'public', critical: true },
  'GET /api/status': { access: 'public' },
  'GET /api/status/update': { access: 'admin' },
  'GET /api/status/test': { access: 'admin' },
  'GET /api/uptime/status': { access: 'public' },
  'GET /api/pricing': { access: 'session' },
  'GET /api/ratio_config': { access: 'public' },
  'GET /api/notice': { access: 'public' },
  'GET /api/about': { access: 'public' },
  'GET /api/home_page_content': { access: 'public' },
  'GET /api/user-agreement': { access: 'public' },
  'GET /api/privacy-policy': { access: 'public' },
  'GET /api/openapi.json': { access: 'public' },
  'GET /api/docs': { access: 'public' },
  'GET /api/docs/start.js': { access: 'public' },
  'GET /api/docs/viewer.js': { access: 'public' },
  'GET /api/docs/viewer.css': { access: 'public' },

  // Signing in
  'POST /api/user/login': { access: 'public', critical: true, inDemo: true },
  'GET /api/user/logout': { access: 'session', effect: true, inDemo: true },
  'POST /api/user/logout': { access: 'session', inDemo: true },

  'POST /api/user/prove': { access: 'user', critical: true },
  'POST /api/user/login/2fa': { access: 'public', critical: true, inDemo: true },
  'POST /api/user/login/passkey/options': { access: 'public', critical: true, inDemo: true },
  'POST /api/user/login/passkey': { access: 'public', critical: true, inDemo: true },
  'GET /api/oauth/state': { access: 'session', critical: true, effect: true },
  'GET /api/oauth/github': { access: 'session', critical: true, effect: true },
  'GET /api/oauth/oidc': { access: 'session', critical: true, effect: true },
  'GET /api/oauth/linuxdo': { access: 'session', critical: true, effect: true },
  'GET /api/oauth/wechat': { access: 'public', critical: true, effect: true },
  'GET /api/oauth/wechat/bind': { access: 'user', critical: true, effect: true },
  'POST /api/oauth/wechat/bind': { access: 'user', critical: true },
  'GET /api/oauth/telegram/login': { access: 'public', critical: true, effect: true },
  'POST /api/oauth/telegram/login': { access: 'public', critical: true },
  'GET /api/oauth/telegram/bind': { access: 'session', critical: true, effect: true },
  'POST /api/oauth/telegram/bind': { access: 'user', critical: true },
  'DELETE /api/oauth/:provider/bind': { access: 'user' },

  // Registering, mail addresses, forgotten passwords
  'POST /api/user/register': { access: 'public', critical: true },
  'GET /api/verification': { access: 'session', critical: true, effect: true },
  'GET /api/reset_password': { access: 'public', critical: true, effect: true },
  'POST /api/user/reset': { access: 'public', critical: true },
  'GET /api/oauth/email/bind': { access: 'user', critical: true, effect: true },
  'POST /api/oauth/email/bind': { access: 'user', critical: true },
  'POST /api/oauth/email/unbind': { access: 'user', critical: true },

  // Oneself
  'GET /api/user/self': { access: 'user' },
  'PUT /api/user/self': { access: 'user' },
  'DELETE /api/user/self': { access: 'user' },
  'GET /api/user/self/sessions': { access: 'user' },
  'DELETE /api/user/self/sessions': { access: 'user' },
  'DELETE /api/user/self/sessions/:id': { access: 'user' },
  'PUT /api/user/setting': { access: 'user' },
  'GET /api/user/aff': { access: 'user', effect: true },
  'POST /api/user/aff_transfer': { access: 'user' },
  'GET /api/user/token': { access: 'user', effect: true },
  'POST /api/user/token': { access: 'user' },
  'GET /api/user/models': { access: 'user' },
  'GET /api/user/self/groups': { access: 'user' },
  'GET /api/user/groups': { access: 'public' },
  'GET /api/user/checkin': { access: 'user' },
  'POST /api/user/checkin': { access: 'user' },

  // Second factors
  'GET /api/user/2fa': { access: 'user' },
  'GET /api/user/2fa/status': { access: 'user' },
  'GET /api/user/passkey': { access: 'user' },
  'POST /api/user/2fa/authenticator': { access: 'user' },
  'POST /api/user/2fa/authenticator/confirm': { access: 'user' },
  'POST /api/user/2fa/authenticator/remove': { access: 'user' },
  'POST /api/user/2fa/recovery_codes': { access: 'user' },
  'POST /api/user/passkeys/options': { access: 'user' },
  'POST /api/user/passkeys/': { access: 'user' },
  'PUT /api/user/passkeys/:id': { access: 'user' },
  'DELETE /api/user/passkeys/:id': { access: 'user' },

  // Accounts
  'GET /api/user/': { access: 'admin' },
  'GET /api/user/search': { access: 'admin' },
  'GET /api/user/:id': { access: 'admin' },
  'POST /api/user/': { access: 'admin' },
  'PUT /api/user/': { access: 'admin' },
  'POST /api/user/manage': { access: 'admin' },
  'DELETE /api/user/:id': { access: 'admin' },
  'DELETE /api/user/:id/2fa': { access: 'admin' },

  // Options, groups, audit trail
  'GET /api/option/': { access: 'admin' },
  'PUT /api/option/': { access: 'admin', inDemo: true },
  'PUT /api/option/batch': { access: 'admin' },
  'POST /api/option/rest_model_ratio': { access: 'admin' },
  'GET /api/option/default_prices_diff': { access: 'admin' },
  'POST /api/option/apply_default_prices': { access: 'admin' },
  'GET /api/option/unset_models': { access: 'admin' },
  'POST /api/option/unpriced_models': { access: 'admin', inDemo: true },
  'POST /api/option/oidc_discovery': { access: 'root' },
  'POST /api/option/test_mail': { access: 'root' },
  'GET /api/group/': { access: 'admin' },
  'GET /api/group/usage': { access: 'admin' },
  'POST /api/group/move': { access: 'admin' },
  'GET /api/audit/': { access: 'admin' },

  // Channels
  'GET /api/channel/': { access: 'admin' },
  'GET /api/channel/search': { access: 'admin' },
  'POST /api/channel/search': { access: 'admin', inDemo: true },
  'GET /api/channel/models': { access: 'admin' },
  'GET /api/channel/models_enabled': { access: 'admin' },
  'GET /api/channel/health': { access: 'admin' },
  'GET /api/channel/test': { access: 'admin', effect: true },
  'GET /api/channel/test/progress': { access: 'admin' },
  'POST /api/channel/test/cancel': { access: 'admin' },
  'GET /api/channel/test/:id': { access: 'admin', effect: true },
  'GET /api/channel/update_balance': { access: 'admin', effect: true },
  'GET /api/channel/update_balance/progress': { access: 'admin' },
  'POST /api/channel/update_balance/cancel': { access: 'admin' },
  'GET /api/channel/update_balance/:id': { access: 'admin', effect: true },
  'GET /api/channel/fetch_models/:id': { access: 'admin', effect: true },
  'POST /api/channel/fetch_models': { access: 'admin' },
  'POST /api/channel/fix': { access: 'admin' },
  'GET /api/channel/ops': { access: 'admin' },
  'POST /api/channel/status/batch': { access: 'admin' },
  'POST /api/channel/:id/status': { access: 'admin' },
  'POST /api/channel/:id/key': { access: 'admin' },
  'POST /api/channel/copy/:id': { access: 'admin' },
  'GET /api/channel/tag/models': { access: 'admin' },
  'POST /api/channel/batch': { access: 'admin' },
  'POST /api/channel/batch/tag': { access: 'admin' },
  'POST /api/channel/batch/edit': { access: 'admin' },
  'POST /api/channel/tag/enabled': { access: 'admin' },
  'POST /api/channel/tag/disabled': { access: 'admin' },
  'PUT /api/channel/tag': { access: 'admin' },
  'DELETE /api/channel/disabled': { access: 'admin' },
  'GET /api/channel/:id': { access: 'admin' },
  'POST /api/channel/': { access: 'admin' },
  'PUT /api/channel/': { access: 'admin' },
  'DELETE /api/channel/:id': { access: 'admin' },

  // API tokens
  'GET /api/token/': { access: 'user' },
  'GET /api/token/search': { access: 'user' },
  'POST /api/token/search': { access: 'user', inDemo: true },
  'GET /api/token/:id': { access: 'user' },
  'POST /api/token/': { access: 'user' },
  'POST /api/token/batch': { access: 'user' },
  'POST /api/token/:id/key': { access: 'user', critical: true, inDemo: true },
  'POST /api/token/batch/keys': { access: 'user', critical: true, inDemo: true },
  'PUT /api/token/': { access: 'user' },
  'DELETE /api/token/:id': { access: 'user' },

  ...redemptionRoutes,

  // Topping up
  'GET /api/user/topup': { access: 'admin' },
  'GET /api/user/topup/info': { access: 'user' },
  'GET /api/user/topup/self': { access: 'user' },
  'POST /api/user/topup/cancel': { access: 'user' },
  'POST /api/user/amount': { access: 'user' },
  'POST /api/user/pay': { access: 'user' },
  // A page people navigate to: nobody signed in is told so as a page.
  'GET /api/user/pay/form': { access: 'session' },
  'POST /api/user/stripe/amount': { access: 'user' },
  'POST /api/user/stripe/pay': { access: 'user' },
  // What payment gateways tell us: each message proves by its signature who sent it.
  'GET /api/user/epay/notify': { access: 'public', effect: true, inDemo: true },
  'POST /api/user/epay/notify': { access: 'public', inDemo: true },
  'POST /api/stripe/webhook': { access: 'public', inDemo: true },
  'GET /api/topup/': { access: 'admin' },
  'GET /api/topup/alerts': { access: 'admin' },
  'POST /api/topup/complete': { access: 'root' },
  'POST /api/topup/refund': { access: 'root' },

  // Tasks
  'GET /api/mj/': { access: 'admin' },
  'GET /api/mj/self': { access: 'user' },
  'GET /api/task/': { access: 'admin' },
  'GET /api/task/self': { access: 'user' },

  // Usage log
  'GET /api/log/': { access: 'admin' },
  'GET /api/log/stat': { access: 'admin' },
  'GET /api/log/search': { access: 'admin' },
  'DELETE /api/log/': { access: 'root' },
  'GET /api/log/token': { access: 'key' },
  'GET /api/log/self': { access: 'user' },
  'GET /api/log/self/stat': { access: 'user' },
  'GET /api/log/self/search': { access: 'user' },

  // Notices
  'POST /api/user/notification/test': { access: 'user', critical: true },

  // Figures
  'GET /api/data/': { access: 'admin' },
  'GET /api/data/self': { access: 'user' },
  'GET /api/data/overview': { access: 'admin' },
  'GET /api/data/self/overview': { access: 'user' },
  'GET /api/data/tokens': { access: 'admin' },
  'GET /api/data/self/tokens': { access: 'user' },
  'GET /api/data/users': { access: 'admin' },
  'GET /api/data/channels': { access: 'admin' },
  'GET /api/margin/': { access: 'admin' },

  // Models
  'GET /api/models': { access: 'user' },
} as const satisfies Record<`${Method} /api/${string}`, RouteEntry>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Routes = typeof routes
export type RouteKey = keyof Routes

/** Routes whose input and answer are declared. */
export type DeclaredKey = {
  [K in RouteKey]: Routes[K] extends { summary: string } ? K : never
}[RouteKey]

/** Those that answer a list. */
export type ListKey = { [K in DeclaredKey]: [ItemOf<Routes[K]>] extends [never] ? never : K }[DeclaredKey]

export const isRouteKey = (key: string): key is RouteKey => Object.hasOwn(routes, key)

export const routeEntry = (key: RouteKey): RouteEntry & Partial<AnyRoute> => routes[key]
