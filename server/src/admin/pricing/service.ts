import type { HomeFacts } from '@sluice/contract/home-facts'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import type { HeaderNav } from '@sluice/contract/nav-modules'
import type { PublicPriceChange } from '@sluice/contract/public-price-history'
import { roles } from '@sluice/contract/roles'
import type { SiteHealth } from '@sluice/contract/site-health'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { groupsOfModels } from '../../state/available-models.ts'
import { usableGroups } from '../../state/usable-groups.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildHomeFacts } from './home-facts.ts'
import { createModelSpeeds } from './model-speeds.ts'
import { keepPerReader, type PricingAnswer, writePricing } from './pricing-answers.ts'
import { readPublicPriceHistory } from './public-price-history.ts'
import { createSiteHealth } from './site-health.ts'

/** Hours of the shares of makers, and of all other figures of the home page. */
const latelyHours = 2
const dayHours = 24

/** The price list and the speeds of models. Both throw page_switched_off, and not_logged_in where they need a login. */
export function createPricingService({ state, clock, reports, logStore }: AdminDependencies) {
  const answerFor = keepPerReader(writePricing)
  const offerFor = keepPerReader(({ data, group_ratio }) => ({ data, group_ratio }))
  const speeds = createModelSpeeds({ reports, clock })
  const health = createSiteHealth({ state, clock, reports, logStore })

  return {
    /** The whole answer for the caller's groups, in a language. */
    readPrices(caller: ConsoleCaller | null, language: TextLanguage): PricingAnswer {
      const snapshot = state.current()
      guardPrices(snapshot.options.HeaderNavModules.pricing, caller !== null)
      const isOperator = caller !== null && caller.role >= roles.admin
      return answerFor(snapshot, { groups: caller?.groups ?? [], language, isOperator }, clock.now())
    },

    /** What the home page says about what the caller can use. */
    async readHomeFacts(caller: ConsoleCaller | null, language: TextLanguage): Promise<HomeFacts> {
      const snapshot = state.current()
      guardPrices(snapshot.options.HeaderNavModules.pricing, caller !== null)
      const [lately, day] = await Promise.all([speeds.readSums(latelyHours), speeds.readSums(dayHours)])
      const reader = { groups: caller?.groups ?? [], language, isOperator: false }
      const { SelfUseModeEnabled, UnsetModelRatio } = snapshot.options
      // Elsewhere calls of models without a price are refused, and the page of prices leaves them out.
      const hasUnpriced = SelfUseModeEnabled || UnsetModelRatio > 0
      return buildHomeFacts(offerFor(snapshot, reader, clock.now()), { lately, day }, { hasUnpriced })
    },

    /** How the basic price of a model changed that the caller can use. */
    async readPriceHistory(caller: ConsoleCaller | null, model: string): Promise<PublicPriceChange[]> {
      const snapshot = state.current()
      guardPrices(snapshot.options.HeaderNavModules.pricing, caller !== null)
      const groups = Object.keys(usableGroups(snapshot.options, caller?.groups ?? []))
      const isOffered = groupsOfModels(snapshot, clock.now(), groups).has(model)
      return isOffered ? await readPublicPriceHistory(reports, model) : []
    },

    /** How the models work that visitors can use. The same for every reader. */
    async readHealth(language: TextLanguage): Promise<SiteHealth> {
      if (!state.current().options.HeaderNavModules.status) throw new GatewayError('page_switched_off')
      return await health.read(language)
    },

    /** The speeds of the models that the caller can use. */
    async readSpeeds(caller: ConsoleCaller | null, hours: number) {
      const snapshot = state.current()
      guardPrices(snapshot.options.HeaderNavModules.pricing, caller !== null)
      const groups = Object.keys(usableGroups(snapshot.options, caller?.groups ?? []))
      const offered = groupsOfModels(snapshot, clock.now(), groups)
      return (await speeds.read(hours)).filter(({ model_name: name }) => offered.has(name))
    },
  }
}

/** Throws if the price page is switched off, or restricted to accounts. */
function guardPrices({ enabled, requireAuth }: HeaderNav['pricing'], isSignedIn: boolean): void {
  if (!enabled) throw new GatewayError('page_switched_off')
  if (requireAuth && !isSignedIn) throw new GatewayError('not_logged_in')
}
