import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../components/use-debounced.ts'
import type { Gateway } from './gateways.ts'
import { priceQuery } from './queries.ts'

/** A pause in typing that long asks for the price. */
const typingPauseMs = 300

export type Price =
  /** There is no amount that could have one. */
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'known'; money: string; currency: string }
  | { state: 'failed'; reason: string }

/** What `amount` costs by `gateway`; the answer is always the one to what was asked last. null = nothing to ask. */
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
