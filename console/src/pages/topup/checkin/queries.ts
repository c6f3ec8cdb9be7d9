import type { CheckinAward, CheckinOverview } from '@sluice/contract/checkin'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const checkinKey = ['checkin'] as const

/** `month` is `2026-11`; null is the current one of the server. */
export const checkinQuery = (month: string | null) =>
  queryOptions({
    queryKey: [...checkinKey, month],
    queryFn: ({ signal }) =>
      api.get<CheckinOverview>('/api/user/checkin', {
        query: month === null ? {} : { month },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const checkIn = (turnstile: string): Promise<CheckinAward> =>
  api.post<CheckinAward>(
    `/api/user/checkin${turnstile === '' ? '' : `?turnstile=${encodeURIComponent(turnstile)}`}`,
  )
