import type { Topup } from '@sluice/contract/topup'
import { Alert, type AlertProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { CancelOrder } from './cancel-order.tsx'
import { parsePaymentReturn, type ReturnState, stateOfReturn } from './return-state.ts'

const types: Record<ReturnState, AlertProps['type']> = {
  cancelled: 'info',
  waiting: 'info',
  credited: 'success',
  expired: 'warning',
}

/** The result of the payment from which the browser returns; empty for an ordinary visit. */
export function ReturnNotice({ items }: { items: readonly Topup[] }) {
  const { t } = useTranslation('topup')
  const format = useQuotaFormat()
  const [returned] = useState(() => parsePaymentReturn(window.location.search))
  const found = returned && stateOfReturn(returned, items, Date.now() / 1000)
  if (!found) return null
  const { state, topup } = found
  return (
    <Alert
      type={types[state]}
      showIcon
      closable
      role="status"
      title={
        <Row as="span" gap={[0, 12]} align="stretch" wrap>
          <strong>{t(`return.${state}.title`)}</strong>
          <span>{t(`return.${state}.text`, { amount: formatQuota(topup.quota, format) })}</span>
        </Row>
      }
      action={state === 'cancelled' && <CancelOrder tradeNo={topup.trade_no} />}
    />
  )
}
