import type { RatioConfig } from '@sluice/contract/ratio-config'
import { GatewayError } from '../../core/errors.ts'
import type { Services } from '../../services.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { buildRatioConfig } from './build-ratio-config.ts'

/** Reads the public prices. Throws ratio_config_off where the site does not publish them. */
export function createRatioConfigReader({ state }: Services<'state'>): () => RatioConfig {
  /** Built once for each state of the options, because the route is public. */
  const kept = new WeakMap<OptionValues, RatioConfig>()
  return () => {
    const { options } = state.current()
    if (!options.ExposeRatioEnabled) throw new GatewayError('ratio_config_off')
    const config = kept.get(options) ?? buildRatioConfig(options)
    kept.set(options, config)
    return config
  }
}
