import type { Topup } from '@sluice/contract/topup'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '../../lib/format.ts'
import { selfQuery } from '../../lib/queries.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { topupListKey, topupsQuery } from './queries.ts'
import { creditedSince, freshOf, pollDelayMs } from './waiting-orders.ts'

const nowSeconds = () => Date.now() / 1000

/** The newest orders, looked at again while one waits to be paid; what was credited is said, and the balance follows. */
export function useWaitingOrders() {
  const { t } = useTranslation('topup')
  const { message } = App.useApp()
  const client = useQueryClient()
  const format = useQuotaFormat()
  const seen = useRef<Topup[] | null>(null)
  const { data, isFetching, refetch } = useQuery({
    ...topupsQuery({ page: 1, pageSize: 10 }),
    refetchInterval: ({ state }) => pollDelayMs(state.data?.items ?? [], nowSeconds()),
    // Whoever comes back from the gateway wants to know now.
    refetchOnWindowFocus: 'always',
  })
  const items = data?.items

  useEffect(() => {
    if (items === undefined) return
    const credited = creditedSince(seen.current ?? [], items)
    seen.current = items
    if (credited.length === 0) return
    const sum = credited.reduce((total, { quota }) => total + quota, 0)
    void message.success(t('waiting.credited', { amount: formatQuota(sum, format) }))
    void client.invalidateQueries({ queryKey: selfQuery.queryKey })
    void client.invalidateQueries({ queryKey: topupListKey })
  }, [items, client, format, message, t])

  return {
    items: items ?? [],
    waiting: freshOf(items ?? [], nowSeconds()),
    isChecking: isFetching,
    check: refetch,
  }
}
