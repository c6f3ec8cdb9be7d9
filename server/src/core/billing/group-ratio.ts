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
  return own(own(options.GroupGroupRatio, userGroup) ?? {}, usedGroup) ?? own(options.GroupRatio, usedGroup) ?? null
}

/** The same. Throws group_price_error where none is set. */
export function requireGroupRatio(options: GroupRatioOptions, userGroup: string, usedGroup: string): number {
  const ratio = groupRatioOf(options, userGroup, usedGroup)
  if (ratio === null) throw new GatewayError('group_price_error', { group: usedGroup })
  return ratio
}

/** Group names come from callers, so `constructor` must not find anything. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
