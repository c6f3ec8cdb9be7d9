import type { PaymentAlertReason } from '@sluice/contract/topup'
import { useTranslation } from 'react-i18next'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'

/** Red if a customer's money is affected. */
const tones: Record<PaymentAlertReason, StatusTone> = {
  not_configured: 'warning',
  malformed: 'warning',
  bad_signature: 'warning',
  wrong_merchant: 'error',
  unknown_order: 'error',
  wrong_method: 'error',
  wrong_amount: 'error',
  wrong_currency: 'error',
  not_paid: 'neutral',
  credited_late: 'info',
  balance_full: 'error',
  paid_again: 'error',
  refunded: 'info',
  disputed: 'error',
  dispute_closed: 'warning',
}

export function AlertReason({ reason }: { reason: PaymentAlertReason }) {
  const { t } = useTranslation('orders')
  return <StatusTag tone={tones[reason]}>{t(`reason.${reason}`)}</StatusTag>
}
