import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { Services } from '../../services.ts'
import { availableModels } from '../../state/available-models.ts'
import { autoGroupsFor, isAutoGroup, usableGroups } from '../../state/usable-groups.ts'

/** The models that `caller` can call. `group` = '' means all of its groups, `auto` those that it tries. */
export function ownModels(
  { state, clock }: Services<'state' | 'clock'>,
  caller: Pick<ConsoleCaller, 'groups'>,
  group: string,
): string[] {
  const snapshot = state.current()
  const { options } = snapshot
  const groups = Object.keys(usableGroups(options, caller.groups))
  const named = isAutoGroup(options, group)
    ? autoGroupsFor(options, caller.groups, null)
    : groups.filter((name) => name === group)
  return availableModels(snapshot, clock.now(), group === '' ? groups : named)
}
