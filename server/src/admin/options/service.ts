import type { DefaultPriceKey, OptionEntry, OptionListExtra, PriceDifference } from '@sluice/contract/option'
import { isSecret, optionKeys, writerOf } from '@sluice/contract/options/registry'
import { roles } from '@sluice/contract/roles'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { formatOption } from '../../state/option-values.ts'
import { unpricedAmong, unsetModels } from '../../state/unset-models.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { fixedOptions } from '../fixed-options.ts'
import type { Audit } from '../record-audit.ts'
import { changeOptions } from '../write-options.ts'
import { discoverOidc, discoveryLimits } from './discover-oidc.ts'
import { diffPrices, withDefaultPrices } from './price-defaults.ts'
import { readOrigins } from './read-origins.ts'

/** What is read from the options, the default prices, and the discovery of an identity provider. */
export function createOptionService(deps: AdminDependencies) {
  const { state, clock, config } = deps
  const fetchGuarded = createGuardedFetch({
    exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
    ...discoveryLimits,
  })

  return {
    list: (mayWrite: boolean) => listOptions(state.current().options, mayWrite),

    origins: (caller: ConsoleCaller) => readOrigins(deps, { isRoot: caller.role >= roles.root }),

    /** Sets whole tables of prices to their defaults. Returns the changed options. */
    restorePrices: (keys: readonly DefaultPriceKey[], actor: ConsoleCaller, audit: Audit) => {
      const changes = new Map(keys.map((key) => [key, 'default'] as const))
      const prices = { actor, way: 'defaults' } as const
      return changeOptions(deps, { action: 'option.reset', changesOf: () => changes, audit, prices })
    },

    diffDefaultPrices: (): PriceDifference[] => diffPrices(state.current().options),

    /** Sets the prices of `models` to their defaults, in all tables or in some. Returns the changed options. */
    applyDefaultPrices: (
      { models, tables }: { models: 'all' | readonly string[]; tables?: readonly DefaultPriceKey[] | undefined },
      actor: ConsoleCaller,
      audit: Audit,
    ) => {
      const changesOf = (current: Parameters<typeof withDefaultPrices>[0]) => withDefaultPrices(current, models, tables)
      const prices = { actor, way: 'defaults' } as const
      return changeOptions(deps, { action: 'option.apply_defaults', changesOf, audit, prices })
    },

    /** The models of enabled channels without a price. */
    listUnsetModels: () => unsetModels(state.current(), clock.now()),

    /** Those of `models` without a price. */
    listUnpriced: (models: readonly string[]) => unpricedAmong([...new Set(models)], state.current().options),

    discoverOidc: (url: string, signal: AbortSignal) => discoverOidc(fetchGuarded, url, signal),
  }
}

/** Every option as text, except secrets; of those, only the keys that are set. Who may not write may write none. */
const listOptions = (options: OptionValues, mayWrite: boolean): OptionListExtra & { data: OptionEntry[] } => ({
  data: [
    ...optionKeys.filter((key) => !isSecret(key)).map((key) => ({ key, value: formatOption(key, options[key]) })),
    ...fixedOptions,
  ],
  secrets_set: optionKeys.filter((key) => isSecret(key) && options[key] !== ''),
  root_only: optionKeys.filter((key) => !mayWrite || writerOf(key) === 'root'),
})
