import type { Pricing } from '@sluice/contract/pricing'
import { useStatus } from '../../lib/queries.ts'
import { isAdmin, useSessionUser } from '../../lib/session.ts'

/**
 * Whether models without a price are shown: to administrators, and where they can be called. Elsewhere calls to them
 * are refused, unless an account accepts them or nothing is charged.
 */
export function useShowsUnpriced(pricing: Pricing | undefined): boolean {
  const isAdministrator = isAdmin(useSessionUser())
  const isRefused = useStatus()?.self_use_mode_enabled !== true && pricing?.unset_model_ratio === 0
  return isAdministrator || !isRefused
}
