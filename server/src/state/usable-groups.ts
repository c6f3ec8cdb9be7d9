import { autoGroup } from '@sluice/contract/group'
import type { UsableGroups } from '@sluice/contract/user'
import { groupRatioOf } from '../core/billing/group-ratio.ts'
import type { OptionValues } from './option-registry.ts'

type GroupOptions = Pick<OptionValues, 'GroupRatio' | 'GroupGroupRatio' | 'UserUsableGroups'>

const ownGroupDescription = '用户分组 User group'

/**
 * The groups that an account of `userGroup` may use, with their ratios for it: those open to everyone and its own, as
 * far as they exist (have a ratio). Its own comes first. '' is a visitor, who sees `default`.
 */
export function usableGroups(options: GroupOptions, userGroup: string): UsableGroups {
  const own = userGroup || 'default'
  const names = [own, ...Object.keys(options.UserUsableGroups).filter((name) => name !== own)]
  const existing = names.filter((name) => Object.hasOwn(options.GroupRatio, name))
  return Object.fromEntries(
    existing.flatMap((name) => {
      const ratio = groupRatioOf(options, userGroup, name)
      const isOpen = Object.hasOwn(options.UserUsableGroups, name)
      const desc = isOpen ? (options.UserUsableGroups[name] ?? '') : ownGroupDescription
      return ratio === null ? [] : [[name, { ratio, desc }]]
    }),
  )
}

/** Whether the group represents several groups in order. */
export const isAutoGroup = (options: Pick<OptionValues, 'GroupRatio'>, group: string): boolean =>
  group === autoGroup && !Object.hasOwn(options.GroupRatio, autoGroup)

/** Whether accounts may choose the group `auto`. */
export const offersAutoGroup = (options: Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups'>): boolean =>
  isAutoGroup(options, autoGroup) && Object.hasOwn(options.UserUsableGroups, autoGroup)

/** Whether an account of `userGroup` may use the group, which exists. */
export const isUsableGroup = (
  { GroupRatio, UserUsableGroups }: Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups'>,
  userGroup: string,
  group: string,
): boolean => (group === userGroup || Object.hasOwn(UserUsableGroups, group)) && Object.hasOwn(GroupRatio, group)

/**
 * The groups of `auto`, in order: those of the token, otherwise those of the operator, as far as the account
 * may use them.
 */
export function autoGroupsFor(
  options: Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups' | 'AutoGroups' | 'MaxTokenAutoGroups'>,
  userGroup: string,
  own: readonly string[] | null,
): string[] {
  const usable = (group: string) => isUsableGroup(options, userGroup, group)
  const chosen = own?.filter(usable).slice(0, options.MaxTokenAutoGroups) ?? []
  return chosen.length > 0 ? chosen : options.AutoGroups.filter(usable)
}

/** The groups that an account may choose for a token: `auto` is listed with the text `auto` in place of a ratio. */
export function selectableGroups(
  options: GroupOptions,
  userGroup: string,
): Record<string, { ratio: number | typeof autoGroup; desc: string }> {
  const groups = usableGroups(options, userGroup)
  if (!offersAutoGroup(options)) return groups
  return { ...groups, [autoGroup]: { ratio: autoGroup, desc: options.UserUsableGroups[autoGroup] ?? '' } }
}
