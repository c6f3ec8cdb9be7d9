import type { GroupUse } from '@sluice/contract/group'
import { countGroupUses } from '../../store/group-uses.ts'
import type { AdminDependencies } from '../dependencies.ts'

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
