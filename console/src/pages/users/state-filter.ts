import { userStatus } from '@sluice/contract/roles'

/** The choices of the filter by state. Without one, deleted accounts are hidden. */
export const stateFilters = ['active', 'banned', 'deleted', 'all'] as const

/** The parameters of the list for a choice; any other text is none. */
export function stateQueryOf(state: string): { status?: string; deleted?: string } {
  if (state === 'all') return {}
  if (state === 'deleted') return { deleted: 'only' }
  const status = state === 'active' ? userStatus.enabled : state === 'banned' ? userStatus.banned : undefined
  return { deleted: 'hide', ...(status !== undefined && { status: String(status) }) }
}
