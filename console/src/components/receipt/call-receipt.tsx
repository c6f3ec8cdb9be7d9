import type { ChargedRow } from '@sluice/contract/explain-charge'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent, formatPrice } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { buildCallLines, type CallLine } from './call-lines.ts'
import { Receipt, type ReceiptProps } from './receipt.tsx'
import { useLineNames } from './use-line-names.ts'

interface CallReceiptProps extends Pick<ReceiptProps, 'facts' | 'mark' | 'note' | 'route'> {
  row: ChargedRow & { model_name: string; quota: number; group: string }
  /** In place of a receipt for a row without its pricing. */
  fallback?: ReactNode
}

/**
 * The receipt of a call, from its row in the usage log: prices as they are listed, then what the group changes.
 *
 *     <CallReceipt row={row} facts={[{ label: t('time'), value: formatTime(row.created_at) }]} />
 */
export function CallReceipt({ row, fallback = null, ...more }: CallReceiptProps) {
  const { t } = useTranslation('receipt')
  const nameOf = useLineNames()
  const format = useQuotaFormat()
  const charge = buildCallLines(row)
  if (charge === null) return fallback
  const labelOf = ({ by, kind }: CallLine): string =>
    [by && `${nameOf(by.tool)} · ${by.model}`, nameOf(kind)].filter(Boolean).join(' · ')
  const detailOf = ({ count, price, per }: CallLine): string | undefined => {
    if (price === null) return undefined
    const unit = per === 1 ? '' : ` / ${per === 1_000 ? '1k' : '1M'}`
    return `${formatNumber(count)} × ${formatPrice(price, { ...format, inCurrency: true })}${unit}`
  }
  const change = charge.group === null ? 0 : (charge.group.ratio - 1) * 100
  return (
    <Receipt
      {...more}
      title={row.model_name}
      lines={charge.lines.map((line) => ({
        label: labelOf(line),
        detail: detailOf(line),
        amount: line.amount,
      }))}
      adjustments={
        charge.group === null
          ? []
          : [
              {
                label: t('group', { group: row.group, change: formatPercent(change).replace('-', '−') }),
                amount: charge.group.amount,
              },
            ]
      }
      total={row.quota}
    />
  )
}
