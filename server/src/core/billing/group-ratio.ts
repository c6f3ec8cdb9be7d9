import { lookUp } from '@sluice/contract/typed-keys'
import { GatewayError } from '../errors.ts'

export interface GroupRatioOptions {
  GroupRatio: Readonly<Record<string, number>>
  /** User's group → used group → ratio. */
  GroupGroupRatio: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/**
 * The factor on every price for a user of `userGroup` served through `usedGroup`; null where none is set. Such a call
 * has no price, because otherwise deleting a group would change what its calls cost.
 */
export function groupRatioOf(options: GroupRatioOptions, userGroup: string, usedGroup: string): number | null {
  const ratios = lookUp(options.GroupGroupRatio, userGroup, undefined)
  return (ratios && lookUp(ratios, usedGroup, undefined)) ?? lookUp(options.GroupRatio, usedGroup, null)
}

/** The same. Throws group_price_error where none is set. */
export function requireGroupRatio(options: GroupRatioOptions, userGroup: string, usedGroup: string): number {
  const ratio = groupRatioOf(options, userGroup, usedGroup)
  if (ratio === null) throw new GatewayError('group_price_error', { group: usedGroup })
  return ratio
}
