import type { HeaderNav } from '@sluice/contract/nav-modules'
import { GatewayError } from '../../core/errors.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createPricingAnswers } from './pricing-answers.ts'

export function mountPricingRoutes(api: AdminApi, { state, clock }: AdminDependencies): void {
  const answerFor = createPricingAnswers()
  api.route('GET /api/pricing', ({ caller, raw }) => {
    guardPrices(state.current().options.HeaderNavModules.pricing, caller !== null)
    const { body, etag } = answerFor(state.current(), caller?.group ?? '', clock.now())
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      // Only the browser of the caller caches it, and revalidates each time.
      'cache-control': 'private, no-cache',
      vary: 'cookie',
      etag,
    }
    return isSame(raw.headers.get('if-none-match'), etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers })
  })
}

/** The page of prices may be for accounts alone, or be switched off. */
function guardPrices({ enabled, requireAuth }: HeaderNav['pricing'], isSignedIn: boolean): void {
  if (!enabled) throw new GatewayError('page_switched_off')
  if (requireAuth && !isSignedIn) throw new GatewayError('not_logged_in')
}

/** Compression on the way makes a tag weak; the content is the same. */
const isSame = (asked: string | null, etag: string): boolean =>
  (asked ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
