import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { AddQuotaDialog } from './add-quota-dialog.tsx'
import type { Adjustment } from './user-values.ts'
import css from './users.module.css'

/** A balance that is only changed by an amount, for a reason. The change is saved with the form. */
export function BalanceField({
  id,
  balance,
  value = null,
  onChange,
}: FormControl<Adjustment | null> & { balance: number }) {
  const { t } = useTranslation(['users', 'common'])
  const [isAdding, setIsAdding] = useState(false)
  const format = useQuotaFormat()
  // Exact, so that the sum can be verified.
  const show = (amount: number) => (format.inCurrency ? formatPrice(amount, format) : formatNumber(amount))
  return (
    <>
      <Row gap={[8, 12]} wrap>
        <output id={id}>
          {value === null ? (
            <strong className={texts.number}>{show(balance)}</strong>
          ) : (
            <>
              <span>{show(balance)}</span> {value.amount < 0 ? '−' : '+'} <span>{show(Math.abs(value.amount))}</span>
              {' = '}
              <strong>{show(balance + value.amount)}</strong>
            </>
          )}
        </output>
        <Button onClick={() => setIsAdding(true)}>{t('addQuota.action')}</Button>
        {value !== null && (
          <Button type="text" onClick={() => onChange?.(null)}>
            {t('addQuota.undo')}
          </Button>
        )}
      </Row>
      {value !== null && <p className={css.fieldHint}>{t('addQuota.because', { reason: value.reason })}</p>}
      <AddQuotaDialog
        open={isAdding}
        current={balance}
        onAdd={(adjustment) => onChange?.(adjustment)}
        onClose={() => setIsAdding(false)}
      />
    </>
  )
}
