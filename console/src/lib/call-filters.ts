import { logType } from '@sluice/contract/roles'
import { keysOf, mapKeys } from '@sluice/contract/typed-keys'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

const textDefaults = { token_name: '', model_name: '', group: '', channel: '', username: '' }
/** The filters that the usage log and the dashboard share, by the API's names. */
export const callFilterDefaults = { type: 0, ...textDefaults }
export type CallFilters = typeof callFilterDefaults

/** `type` as the dashboard knows it: all calls, charged or failed ones. */
export const callTypeOf = (type: number): number => (type === logType.consume || type === logType.error ? type : 0)

/** The shared filters of `filters` as the dashboard knows them, for it and for links to it. */
export const callFiltersOf = (filters: CallFilters): CallFilters => ({
  ...mapKeys(keysOf(textDefaults), (name) => filters[name]),
  type: callTypeOf(filters.type),
})

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
