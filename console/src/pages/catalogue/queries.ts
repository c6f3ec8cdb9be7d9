import type {
  ModelCardCreate,
  ModelCardUpdate,
  PrefillGroup,
  PrefillGroupCreate,
  PrefillGroupUpdate,
  Vendor,
  VendorCreate,
  VendorUpdate,
} from '@sluice/contract/catalogue'
import { pageSizeMax } from '@sluice/contract/page-sizes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-client.ts'
import { catalogueKey } from '../../lib/catalogue-queries.ts'

interface PageParams {
  keyword: string
  /** From 1. */
  page: number
  pageSize: number
}

interface CardListParams extends PageParams {
  /** The id of a vendor; '' = all. */
  vendor: string
  /** `1`, `0`; '' = all. */
  status: string
}

export const cardsQuery = ({ page, pageSize, ...filter }: CardListParams) =>
  queryOptions({
    queryKey: [...catalogueKey, 'cards', { page, pageSize, ...filter }],
    queryFn: ({ signal }) =>
      api('GET /api/models/search', { query: { ...filter, p: page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

export const vendorsQuery = ({ keyword, page, pageSize }: PageParams) =>
  queryOptions({
    queryKey: [...catalogueKey, 'vendors', { keyword, page, pageSize }],
    queryFn: ({ signal }) =>
      api('GET /api/vendors/search', { query: { keyword, p: page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** Every vendor, as a model entry can be assigned to any of them. */
export const allVendorsQuery = queryOptions({
  queryKey: [...catalogueKey, 'vendors', 'all'],
  queryFn: async ({ signal }): Promise<Vendor[]> => {
    const found: Vendor[] = []
    for (let page = 1; ; page++) {
      const query = { p: page, page_size: pageSizeMax }
      const { items, total } = await api('GET /api/vendors/', { query, signal })
      found.push(...items)
      if (items.length === 0 || found.length >= total) return found
    }
  },
})

/** Models of enabled channels without an entry. */
export const missingModelsQuery = queryOptions({
  queryKey: [...catalogueKey, 'missing'],
  queryFn: ({ signal }) => api('GET /api/models/missing', { signal }),
})

export const readCard = (id: number, signal: AbortSignal) => api('GET /api/models/:id', { params: { id }, signal })
export const createCard = (body: ModelCardCreate) => api('POST /api/models/', { body })
export const updateCard = (body: ModelCardUpdate) => api('PUT /api/models/', { body })
export const deleteCard = (id: number) => api('DELETE /api/models/:id', { params: { id } })

export const readVendor = (id: number, signal: AbortSignal) => api('GET /api/vendors/:id', { params: { id }, signal })
export const createVendor = (body: VendorCreate) => api('POST /api/vendors/', { body })
export const updateVendor = (body: VendorUpdate) => api('PUT /api/vendors/', { body })
export const deleteVendor = (id: number) => api('DELETE /api/vendors/:id', { params: { id } })

/** Groups have no address of their own: the list is reloaded. */
export async function readPrefillGroup(id: number, signal: AbortSignal): Promise<PrefillGroup> {
  const found = (await api('GET /api/prefill_group/', { signal })).find((group) => group.id === id)
  if (found === undefined) throw new ApiError('', 200, 'not_found')
  return found
}
export const createPrefillGroup = (body: PrefillGroupCreate) => api('POST /api/prefill_group/', { body })
export const updatePrefillGroup = (body: PrefillGroupUpdate) => api('PUT /api/prefill_group/', { body })
export const deletePrefillGroup = (id: number) => api('DELETE /api/prefill_group/:id', { params: { id } })
