import { logType } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { api } from '../../lib/api.ts'
import css from './playground.module.css'

const AnswerReceipt = lazy(() => import('./answer-receipt.tsx'))

interface AnswerChargeProps {
  charge: number
  requestId: string | undefined
}

/** What an answer cost, and its receipt. */
export function AnswerCharge({ charge, requestId }: AnswerChargeProps) {
  const { t } = useTranslation('playground')
  if (requestId === undefined) return <QuotaText value={charge} style="call" />
  return (
    <Popover
      trigger="click"
      arrow={false}
      destroyOnHidden
      content={
        <Suspense>
          <ReceiptOf requestId={requestId} />
        </Suspense>
      }
    >
      <Button type="link" size="small" className={css.charge} aria-label={t('receipt')}>
        {/* The button replaces the property `style` of its direct child. */}
        <span>
          <QuotaText value={charge} style="call" />
        </span>
      </Button>
    </Popover>
  )
}

function ReceiptOf({ requestId }: { requestId: string }) {
  const { data } = useQuery({
    queryKey: ['playground-receipt', requestId],
    queryFn: () => api.list('GET /api/log/self', { query: { p: 1, page_size: 10, request_id: requestId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const row = data?.items.find(({ type }) => type === logType.consume)
  return row === undefined ? null : <AnswerReceipt row={row} />
}
