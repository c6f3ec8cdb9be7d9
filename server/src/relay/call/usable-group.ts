import { autoGroup } from '@sluice/contract/group'
import { GatewayError } from '../../core/errors.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { autoGroupsFor, isAutoGroup, isUsableGroup, offersAutoGroup } from '../../state/usable-groups.ts'
import type { Caller } from './caller.ts'

type GroupedCaller = Pick<Caller, 'tokenGroup' | 'userGroup' | 'ownGroups' | 'autoGroups'>

/** Whether the groups of the caller's calls are tried in order. */
export const triesGroups = ({ tokenGroup }: Pick<Caller, 'tokenGroup'>, options: OptionValues): boolean =>
  isAutoGroup(options, tokenGroup)

/**
 * The groups whose channels a call may use, in the order of trial; its ratio is that of the one that answers. Throws
 * 403 when the token names a group that its owner may not use, or `auto` leaves none.
 */
export function usableGroupsOf(caller: GroupedCaller, options: OptionValues): readonly string[] {
  const { tokenGroup, userGroup, ownGroups } = caller
  if (tokenGroup === '' || tokenGroup === userGroup) return [userGroup]
  if (!triesGroups(caller, options)) {
    if (!isUsableGroup(options, ownGroups, tokenGroup))
      throw new GatewayError('group_not_allowed', { group: tokenGroup })
    return [tokenGroup]
  }
  if (!offersAutoGroup(options)) throw new GatewayError('group_not_allowed', { group: autoGroup })
  const groups = autoGroupsFor(options, ownGroups, caller.autoGroups)
  if (groups.length === 0) throw new GatewayError('auto_group_empty')
  return groups
}
