import { autoGroup } from '@sluice/contract/group'
import { ownGroupText } from '@sluice/contract/group-texts'
import type { UsableGroups } from '@sluice/contract/user'
import { groupRatioOf } from '../core/billing/group-ratio.ts'
import type { OptionValues } from './option-registry.ts'

type GroupOptions = Pick<OptionValues, 'GroupRatio' | 'GroupGroupRatio' | 'UserUsableGroups'>

/**
 * The groups that an account of the groups `own` may use, with their ratios for it: those open to everyone and its own,
 * as far as they exist (have a ratio). Its own come first. Default descriptions are English: see `groupTextIn`. Without
 * any it is a visitor, who sees `default`.
 */
export function usableGroups(options: GroupOptions, own: readonly string[]): UsableGroups {
  const [deciding = ''] = own
  const names = new Set([...(deciding === '' ? ['default'] : own), ...Object.keys(options.UserUsableGroups)])
  const existing = [...names].filter((name) => Object.hasOwn(options.GroupRatio, name))
  return Object.fromEntries(
    existing.flatMap((name) => {
      const ratio = groupRatioOf(options, deciding, name)
      const isOpen = Object.hasOwn(options.UserUsableGroups, name)
      const desc = isOpen ? (options.UserUsableGroups[name] ?? '') : ownGroupText
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

/** Whether an account of the groups `own` may use the group, which exists. */
export const isUsableGroup = (
  { GroupRatio, UserUsableGroups }: Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups'>,
  own: readonly string[],
  group: string,
): boolean => (own.includes(group) || Object.hasOwn(UserUsableGroups, group)) && Object.hasOwn(GroupRatio, group)

/**
 * The groups of `auto`, in order: those of the token (`chosen`), otherwise those of the operator, as far as an account
 * of the groups `own` may use them.
 */
export function autoGroupsFor(
  options: Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups' | 'AutoGroups' | 'MaxTokenAutoGroups'>,
  own: readonly string[],
  chosen: readonly string[] | null,
): string[] {
  const usable = (group: string) => isUsableGroup(options, own, group)
  const first = chosen?.filter(usable).slice(0, options.MaxTokenAutoGroups) ?? []
  return first.length > 0 ? first : options.AutoGroups.filter(usable)
}

/**
 * The groups whose channels the calls of a token use, for an account of the groups `own`; none = its calls are refused.
 */
export function groupsOfToken(
  options: Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups' | 'AutoGroups' | 'MaxTokenAutoGroups'>,
  own: readonly string[],
  { group, autoGroups }: { group: string; autoGroups: readonly string[] | null },
): string[] {
  const [deciding = ''] = own
  if (group === '' || group === deciding) return [deciding]
  if (!isAutoGroup(options, group)) return isUsableGroup(options, own, group) ? [group] : []
  return offersAutoGroup(options) ? autoGroupsFor(options, own, autoGroups) : []
}

/** The groups that an account may choose for a token: `auto` is listed with the text `auto` in place of a ratio. */
export function selectableGroups(
  options: GroupOptions,
  own: readonly string[],
): Record<string, { ratio: number | typeof autoGroup; desc: string }> {
  const groups = usableGroups(options, own)
  if (!offersAutoGroup(options)) return groups
  return { ...groups, [autoGroup]: { ratio: autoGroup, desc: options.UserUsableGroups[autoGroup] ?? '' } }
}
