import type { OptionWrite } from '@sluice/contract/option'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { OptionSnapshot } from './option-draft.ts'

export async function loadOptions(signal?: AbortSignal): Promise<OptionSnapshot> {
  const answer = await api.answer('GET /api/option/', { signal })
  return {
    values: Object.fromEntries(answer.data.map(({ key, value }) => [key, value])),
    secretsSet: answer.secrets_set,
    rootOnly: answer.root_only,
  }
}

/** Loaded when the page is opened and after each save, but not in between: changes are compared with it. */
export const optionsQuery = queryOptions({
  queryKey: ['options'],
  queryFn: ({ signal }) => loadOptions(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Who changed which option last. Loaded again with the options. */
export const originsQuery = queryOptions({
  queryKey: ['options', 'origins'],
  queryFn: ({ signal }) => api('GET /api/option/origins', { signal }),
  staleTime: 60_000,
})

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api('GET /api/group/', { signal }),
})

/** Rejects with what the write would answer. */
export const checkOption = (entry: OptionWrite): Promise<unknown> =>
  api('POST /api/option/check', { body: { options: [entry] } })

export const writeOption = (entry: OptionWrite): Promise<unknown> => api('PUT /api/option/', { body: entry })

/** All of them are written, or none. */
export const writeOptions = (options: readonly OptionWrite[]) => api('PUT /api/option/batch', { body: { options } })
