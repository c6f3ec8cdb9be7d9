import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../components/use-debounced.ts'
import type { Gateway } from './gateways.ts'
import { priceQuery } from './queries.ts'

/** The delay after typing before the price is requested. */
const typingPauseMs = 300

export type Price =
  /** No amount that could have a price. */
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'known'; money: string; currency: string }
  | { state: 'failed'; reason: string }

/** The price of `amount` at `gateway`, always of the last request. null = nothing to request. */
export function usePrice(amount: number | null, gateway: Gateway): Price {
  const settled = useDebounced(amount, typingPauseMs)
  const { data, error, isFetching } = useQuery({
    ...priceQuery(settled ?? 0, gateway),
    enabled: settled !== null && settled === amount,
  })
  if (amount === null) return { state: 'none' }
  if (settled !== amount) return { state: 'loading' }
  if (data !== undefined) return { state: 'known', ...data }
  return error === null || isFetching ? { state: 'loading' } : { state: 'failed', reason: error.message }
}
