import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const checkinKey = ['checkin'] as const

/** `month` is `2026-11`; null is the current one of the server. */
export const checkinQuery = (month: string | null) =>
  queryOptions({
    queryKey: [...checkinKey, month],
    queryFn: ({ signal }) => api('GET /api/user/checkin', { query: month === null ? {} : { month }, signal }),
    placeholderData: keepPreviousData,
  })

export const checkIn = (turnstile: string) => api('POST /api/user/checkin', { query: { turnstile } })
