import type { ManagedTopup } from '@sluice/contract/topup'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import { Nothing } from '../../components/nothing.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { formatMoney } from '../../lib/format.ts'

const tones: Record<ManagedTopup['status'], StatusTone> = {
  pending: 'warning',
  success: 'success',
  expired: 'neutral',
}

const reversalTones: Record<ManagedTopup['reversal'], StatusTone> = {
  none: 'success',
  partial: 'warning',
  refunded: 'neutral',
  disputed: 'error',
  charged_back: 'error',
}

export function OrderStatus({ order: { status, reversal } }: { order: ManagedTopup }) {
  const { t } = useTranslation('orders')
  if (reversal !== 'none') return <StatusTag tone={reversalTones[reversal]}>{t(`reversal.${reversal}`)}</StatusTag>
  return <StatusTag tone={tones[status]}>{t(`status.${status}`)}</StatusTag>
}

/** The price; codes have none here. */
export const OrderMoney = ({ order: { price, currency } }: { order: Pick<ManagedTopup, 'price' | 'currency'> }) =>
  price === '' ? <Nothing /> : <span className={texts.number}>{formatMoney(price, currency)}</span>

/** What the account has now. */
export const OwnerBalance = ({ of: { balance } }: { of: Pick<ManagedTopup, 'balance'> }) =>
  balance === null ? <Nothing /> : <QuotaText value={balance} />

export function OrderNumber({ value }: { value: string }) {
  const { t } = useTranslation('orders')
  return value === '' ? <Nothing /> : <CopyText value={value} label={t('column.order')} />
}

/** The account; a link while it exists. */
export function Owner({ of: { user_id: id, username } }: { of: { user_id: number; username: string } }) {
  const { t } = useTranslation('orders')
  if (id === 0) return <Nothing />
  if (username === '') return <span className={texts.faint}>{t('userGone', { id })}</span>
  return (
    <Link
      className={texts.cutBlock}
      to="/user/$id"
      params={{ id: String(id) }}
      title={t('userId', { id })}
      // A click on the link must not open the row.
      onClick={(event) => event.stopPropagation()}
    >
      {username}
    </Link>
  )
}
