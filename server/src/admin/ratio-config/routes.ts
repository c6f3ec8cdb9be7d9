import type { RatioConfig } from '@sluice/contract/ratio-config'
import { GatewayError } from '../../core/errors.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildRatioConfig } from './build-ratio-config.ts'

export function mountRatioConfigRoutes(api: AdminApi, { state }: AdminDependencies): void {
  /** Built once for each state of the options, because the route is public. */
  const kept = new WeakMap<OptionValues, RatioConfig>()
  api.route('GET /api/ratio_config', () => {
    const { options } = state.current()
    if (!options.ExposeRatioEnabled) throw new GatewayError('ratio_config_off')
    const data = kept.get(options) ?? buildRatioConfig(options)
    kept.set(options, data)
    return { data }
  })
}
