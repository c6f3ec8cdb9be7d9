import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { Services } from '../../services.ts'
import { availableModels } from '../../state/available-models.ts'
import { autoGroupsFor, isAutoGroup, usableGroups } from '../../state/usable-groups.ts'

/** The models that `caller` can call. `group` = '' means all of its groups, `auto` those that it tries. */
export const ownModels = (
  deps: Services<'state' | 'clock'>,
  caller: Pick<ConsoleCaller, 'groups'>,
  group: string,
): string[] => availableModels(deps.state.current(), deps.clock.now(), ownGroups(deps, caller, group))

/** The groups of `caller` that `group` names, in the same way. */
export function ownGroups(
  { state }: Services<'state'>,
  caller: Pick<ConsoleCaller, 'groups'>,
  group: string,
): readonly string[] {
  const { options } = state.current()
  const groups = Object.keys(usableGroups(options, caller.groups))
  if (group === '') return groups
  return isAutoGroup(options, group)
    ? autoGroupsFor(options, caller.groups, null)
    : groups.filter((name) => name === group)
}
