import type { Pricing } from '@sluice/contract/pricing'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Models that the account can reach, in any of its groups. */
export const usableModelsQuery = queryOptions({
  queryKey: ['user', 'models'],
  queryFn: ({ signal }) => api('GET /api/user/models', { signal }),
})

/** Groups that the account may use; its own comes first. */
export const usableGroupsQuery = queryOptions({
  queryKey: ['user', 'groups'],
  queryFn: ({ signal }) => api('GET /api/user/self/groups', { signal }),
})

/** The groups that a token of group `auto` may order. */
export const autoGroupsQuery = queryOptions({
  queryKey: ['user', 'auto-groups'],
  queryFn: ({ signal }) => api('GET /api/token/auto-groups', { signal }),
})

/** The models and prices for this visitor or account. The browser caches them and revalidates. */
export const pricingQuery = (userId: number | null) =>
  queryOptions({
    queryKey: ['pricing', userId],
    queryFn: async ({ signal }): Promise<Pricing> => {
      const options = { signal, revalidate: true }
      const answer = await api.answer('GET /api/pricing', options)
      const { message: _message, ...pricing } = answer
      return pricing
    },
    staleTime: 60_000,
  })

/** The account's own second factors. */
export const factorsQuery = queryOptions({
  queryKey: ['user', 'second-factors'],
  queryFn: ({ signal }) => api('GET /api/user/2fa', { signal }),
})

/** The sessions of the account. */
export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: ({ signal }) => api('GET /api/user/self/sessions', { signal }),
})

/** Accounts to choose from. */
export const foundUsersQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['users', 'found', keyword],
    queryFn: ({ signal }) =>
      api.list(keyword === '' ? 'GET /api/user/' : 'GET /api/user/search', {
        query: { keyword, p: 1, page_size: 10 },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
