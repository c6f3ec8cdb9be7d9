import type { HeaderNav } from '@sluice/contract/nav-modules'
import { GatewayError } from '../../core/errors.ts'
import { groupsOfModels } from '../../state/available-models.ts'
import { usableGroups } from '../../state/usable-groups.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createModelSpeeds } from './model-speeds.ts'
import { createPricingAnswers } from './pricing-answers.ts'

export function mountPricingRoutes(api: AdminApi, { state, clock, reports }: AdminDependencies): void {
  const answerFor = createPricingAnswers()
  const speeds = createModelSpeeds({ reports, clock })
  api.route('GET /api/perf-metrics/summary', async ({ caller, query }) => {
    const snapshot = state.current()
    guardPrices(snapshot.options.HeaderNavModules.pricing, caller !== null)
    const groups = Object.keys(usableGroups(snapshot.options, caller?.group ?? ''))
    const offered = groupsOfModels(snapshot, clock.now(), groups)
    const models = (await speeds.read(query.hours)).filter(({ model_name: name }) => offered.has(name))
    return { data: { models } }
  })
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

/** Throws if the price page is switched off, or restricted to accounts. */
function guardPrices({ enabled, requireAuth }: HeaderNav['pricing'], isSignedIn: boolean): void {
  if (!enabled) throw new GatewayError('page_switched_off')
  if (requireAuth && !isSignedIn) throw new GatewayError('not_logged_in')
}

/** A proxy that compresses makes the tag weak; the content is the same. */
const isSame = (asked: string | null, etag: string): boolean =>
  (asked ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
