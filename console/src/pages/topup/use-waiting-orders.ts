import type { Topup } from '@sluice/contract/topup'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '../../lib/format.ts'
import { selfQuery } from '../../lib/queries.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { topupListKey, topupsQuery } from './queries.ts'
import { creditedSince, freshOf, pollDelayMs } from './waiting-orders.ts'

const nowSeconds = () => Date.now() / 1000

/** Polls the newest orders while one is pending; a new credit is reported, and the balance reloaded. */
export function useWaitingOrders() {
  const { t } = useTranslation('topup')
  const client = useQueryClient()
  const format = useQuotaFormat()
  const seen = useRef<Topup[] | null>(null)
  const { data, isFetching, refetch } = useQuery({
    ...topupsQuery({ page: 1, pageSize: 10 }),
    refetchInterval: ({ state }) => pollDelayMs(state.data?.items ?? [], nowSeconds()),
    // A user who returns from the gateway expects the result at once.
    refetchOnWindowFocus: 'always',
  })
  const items = data?.items

  useEffect(() => {
    if (items === undefined) return
    const credited = creditedSince(seen.current ?? [], items)
    seen.current = items
    if (credited.length === 0) return
    const sum = credited.reduce((total, { quota }) => total + quota, 0)
    toastSuccess(t('waiting.credited', { amount: formatQuota(sum, format) }))
    void client.invalidateQueries({ queryKey: selfQuery.queryKey })
    void client.invalidateQueries({ queryKey: topupListKey })
  }, [items, client, format, t])

  return {
    items: items ?? [],
    waiting: freshOf(items ?? [], nowSeconds()),
    isChecking: isFetching,
    check: refetch,
  }
}
