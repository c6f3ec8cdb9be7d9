import type { GroupUse } from '@sluice/contract/group'
import { groupTextIn } from '@sluice/contract/group-texts'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import type { Services } from '../../services.ts'
import { selectableGroups } from '../../state/usable-groups.ts'
import { countGroupUses } from '../../store/group-uses.ts'
import type { AdminDependencies } from '../dependencies.ts'

type State = Services<'state'>

export const listGroups = ({ state }: State): string[] => Object.keys(state.current().options.GroupRatio)

/** The groups that tokens of an account in `groups` may name; none = of any account. */
export const listSelectableGroups = ({ state }: State, groups: readonly string[], language: TextLanguage) =>
  Object.fromEntries(
    Object.entries(selectableGroups(state.current().options, groups)).map(([name, { ratio, desc }]) => [
      name,
      { ratio, desc: groupTextIn(language, desc) },
    ]),
  )

/** The accounts, tokens and channels of each group, including groups that exist only in their rows. */
export async function listGroupUses({
  state,
  reports,
}: Pick<AdminDependencies, 'state' | 'reports'>): Promise<GroupUse[]> {
  const uses = await countGroupUses(reports)
  const { GroupRatio: ratios } = state.current().options
  const none = { users: 0, tokens: 0, channels: 0 }
  const names = new Set([...Object.keys(ratios), ...uses.keys()])
  return [...names].map((group) => ({
    group,
    exists: Object.hasOwn(ratios, group),
    ...(uses.get(group) ?? none),
  }))
}
