import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

const channelsShown = 100

/** The channels whose costs a rule can name. */
export const channelsQuery = queryOptions({
  queryKey: ['prices', 'channels'],
  queryFn: async ({ signal }) => {
    const { items } = await api.list('GET /api/channel/', { query: { p: 1, page_size: channelsShown }, signal })
    return items.map(({ id, name }) => ({ value: id, label: name }))
  },
  staleTime: 60_000,
})
