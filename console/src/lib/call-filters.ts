import type { DataErrors } from '@sluice/contract/data'
import { logType } from '@sluice/contract/roles'
import { keysOf, mapKeys } from '@sluice/contract/typed-keys'
import type { UsageLog } from '@sluice/contract/usage-log'
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

/** The key of a row of the log in an address: with its time the server finds it, whatever the list shows. */
export const entryKeyOf = ({ created_at, id }: Pick<UsageLog, 'created_at' | 'id'>): string => `${created_at}-${id}`

/** The filter for the model of these calls, where all have the same. */
export function modelFilterOf({ calls, models }: Pick<DataErrors['causes'][number], 'calls' | 'models'>) {
  const [model] = models
  return models.length === 1 && model?.calls === calls ? { model_name: model.model_name } : {}
}

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
