import {
  type AcceptRules,
  acceptRules,
  type PriceSource,
  type PriceSourceWrite,
  type ProposalChoice,
  type ProposalFilter,
  priceSides,
  proposalDoubts,
  proposalStates,
} from '@sluice/contract/price-sources'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ListView } from '../../../components/use-list-page.ts'
import { api } from '../../../lib/api.ts'
import { pageOf } from '../../../lib/loaded-list.ts'
import { historyKey, sheetQuery } from '../queries.ts'

const sourcesKey = ['price-sources'] as const
const proposalsKey = ['price-proposals'] as const
const rulesKey = ['price-accept-rules'] as const

export const sourcesQuery = queryOptions({
  queryKey: sourcesKey,
  queryFn: ({ signal }) => api('GET /api/price_source/', { signal }),
  staleTime: 0,
})

/** The API answers all sources at once. */
export const sourcePageQuery = (view: Pick<ListView<object>, 'page' | 'pageSize'>) => ({
  ...sourcesQuery,
  select: (rows: PriceSource[]) => pageOf(rows, view),
})

/** In the URL; '' and 0 = any, except the state: '' = open. */
export const proposalFilters = { model: '', state: '', side: '', source_id: '', doubt: '' }
type ProposalFilters = typeof proposalFilters

const chosen = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text)

/** What the list of open proposals shows, on all of its pages. */
export const filterOf = ({ model, side, source_id, doubt }: ProposalFilters): ProposalFilter => ({
  ...(model !== '' && { model }),
  ...(source_id !== '' && { source_id: Number(source_id) }),
  side: chosen(priceSides, side),
  doubt: chosen([...proposalDoubts, 'none'], doubt),
})

export const stateOf = ({ state }: ProposalFilters) => chosen(proposalStates, state) ?? 'open'

export const proposalsQuery = ({ filters, page, pageSize }: ListView<ProposalFilters>) =>
  queryOptions({
    queryKey: [...proposalsKey, filters, page, pageSize],
    queryFn: ({ signal }) =>
      api.list('GET /api/price_proposal/', {
        query: { ...filterOf(filters), state: stateOf(filters), p: page, page_size: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Loaded at each opening of the form. */
export const acceptRulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: async ({ signal }): Promise<AcceptRules> => {
    const options = await api('GET /api/option/', { signal })
    return acceptRules.parse(JSON.parse(options.find(({ key }) => key === 'PriceAcceptRules')?.value || '{}'))
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const saveAcceptRules = (rules: AcceptRules) =>
  api('PUT /api/option/', { body: { key: 'PriceAcceptRules', value: JSON.stringify(rules) } })

export const addSource = (body: PriceSourceWrite) => api('POST /api/price_source/', { body })
export const changeSource = (body: PriceSourceWrite & { id: number }) => api('PUT /api/price_source/', { body })
export const deleteSource = (id: number) => api('DELETE /api/price_source/:id', { params: { id } })
export const lookAtSource = (id: number) => api('POST /api/price_source/:id/look', { params: { id } })
export const uploadList = (id: number, text: string) =>
  api('POST /api/price_source/:id/file', { params: { id }, body: { text } })
export const acceptProposals = (body: ProposalChoice) => api('POST /api/price_proposal/accept', { body })
export const ignoreProposals = (body: ProposalChoice) => api('POST /api/price_proposal/ignore', { body })

/** Loads again what a look or a decision changes; `prices`: also the prices, which it may have written. */
export function useReload() {
  const client = useQueryClient()
  return async ({ prices }: { prices: boolean }) => {
    const keys: (readonly string[])[] = [sourcesKey, proposalsKey]
    if (prices) keys.push(historyKey, sheetQuery.queryKey)
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
