import { logType } from '@sluice/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The filters that the usage log and the dashboard share, by the API's names. */
export const callFilterDefaults = { type: 0, token_name: '', model_name: '', group: '', channel: '', username: '' }
export type CallFilters = typeof callFilterDefaults

/** The shared filters of `filters`, for a link to the other page. */
export const callFiltersOf = ({
  type,
  token_name,
  model_name,
  group,
  channel,
  username,
}: CallFilters): CallFilters => ({
  type,
  token_name,
  model_name,
  group,
  channel,
  username,
})

/** `type` as the dashboard knows it: all calls, charged or failed ones. */
export const callTypeOf = (type: number): number => (type === logType.consume || type === logType.error ? type : 0)

/** Names of groups for the filter: all for administrators, otherwise the account's own. */
export const callGroupsQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: ['logs', 'groups', isAdmin],
    queryFn: async ({ signal }): Promise<string[]> =>
      isAdmin
        ? await api('GET /api/group/', { signal })
        : Object.keys(await api('GET /api/user/self/groups', { signal })),
    staleTime: 60_000,
  })
