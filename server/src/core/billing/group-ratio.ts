export interface GroupRatioOptions {
  GroupRatio: Readonly<Record<string, number>>
  /** User's group → used group → ratio. */
  GroupGroupRatio: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The factor on every price for a user of `userGroup` served through `usedGroup`; 1 where nothing is set. */
export function groupRatioOf(options: GroupRatioOptions, userGroup: string, usedGroup: string): number {
  return (
    own(own(options.GroupGroupRatio, userGroup) ?? {}, usedGroup) ?? own(options.GroupRatio, usedGroup) ?? 1
  )
}

/** Group names come from callers: `constructor` is a name like any other. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
