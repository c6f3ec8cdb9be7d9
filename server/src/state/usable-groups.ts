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
