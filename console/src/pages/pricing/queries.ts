import type { Envelope } from '@sluice/contract/envelope'
import type { Pricing, PricingRow } from '@sluice/contract/pricing'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

type PricingAnswer = Envelope<PricingRow[]> & Pricing

/** What this visitor or account can reach, and at which prices. The browser keeps it and asks whether it changed. */
export const pricingQuery = (userId: number | null) =>
  queryOptions({
    queryKey: ['pricing', userId],
    queryFn: async ({ signal }): Promise<Pricing> => {
      const options = { signal, revalidate: true }
      const answer = await api.envelope<PricingAnswer>('GET', '/api/pricing', undefined, options)
      const { data, group_ratio, unset_model_ratio, usable_group } = answer
      return { data, group_ratio, unset_model_ratio, usable_group }
    },
    staleTime: 60_000,
  })
