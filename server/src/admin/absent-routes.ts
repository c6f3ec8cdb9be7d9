import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'
import type { AdminApi } from './admin-api.ts'

/**
 * Routes of newer clients whose features this gateway does not have. They answer 501, so that a client can tell a
 * missing feature from a wrong address.
 */
export const absentRoutes: readonly string[] = [
  // Subscriptions, and gateways other than e-pay and Stripe.
  '/api/subscription/*',
  '/api/creem/*',
  '/api/waffo/*',
  '/api/waffo-pancake/*',
  '/api/user/creem/*',
  '/api/user/waffo/*',
  '/api/user/waffo-pancake/*',
  '/api/option/payment_compliance',
  // Rights of single administrators, proofs for single actions, identity providers of the operator's own.
  '/api/authz/*',
  '/api/verify',
  '/api/custom-oauth-provider/*',
  '/api/oauth/discord',
  '/api/oauth/telegram/bind/*',
  '/api/user/oauth/bindings/*',
  '/api/user/:id/oauth/bindings/*',
  // Changes of second factors: /api/user/2fa/authenticator and /api/user/passkeys have other steps.
  '/api/user/2fa/setup',
  '/api/user/2fa/enable',
  '/api/user/2fa/disable',
  '/api/user/2fa/backup_codes',
  '/api/user/passkey/*',
  '/api/user/:id/reset_passkey',
  // Special treatment of two providers, and the affinity cache.
  '/api/channel/ollama/*',
  '/api/channel/:id/codex/*',
  '/api/log/channel_affinity_usage_cache',
  '/api/option/channel_affinity_cache',
  // Pages about models of other gateways.
  '/api/models/sync_upstream/*',
  '/api/perf-metrics',
  '/api/rankings',
  // The state of the machine, and work in the background.
  '/api/performance/*',
  '/api/system-info/*',
  '/api/system-task/*',
  '/api/deployments/*',
]

/** Comes after the routes that are served below these addresses, and before `/:id` of their resource. */
export function mountAbsentRoutes({ router }: AdminApi): void {
  for (const path of absentRoutes)
    router.all(path, () => {
      throw new GatewayError('api_not_implemented', { instead: makeReason('insteadOfOther') })
    })
}
