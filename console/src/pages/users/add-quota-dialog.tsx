import { balanceReasonMax } from '@sluice/contract/user-batch'
import { Alert, Checkbox, Input, Modal } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { QuotaInput } from '../../components/quota-input.tsx'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { sumOf } from './sum-of.ts'
import { useDebtText } from './use-debt-text.ts'
import type { Adjustment } from './user-values.ts'
import css from './users.module.css'

export interface AddQuotaDialogProps {
  open: boolean
  /** The balance that the form was opened with. */
  current: number
  onAdd(adjustment: Adjustment): void
  onClose(): void
}

/** An amount to add, below 0 to take, with its reason; shows the result. A debt must be allowed on purpose. */
export function AddQuotaDialog({ open, current, onAdd, onClose }: AddQuotaDialogProps) {
  const { t } = useTranslation(['users', 'common'])
  const id = useId()
  const reasonId = useId()
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [allowsDebt, setAllowsDebt] = useState(false)
  const sum = sumOf(current, amount)
  const debtText = useDebtText()
  const isDebt = sum !== null && sum < 0 && sum < current
  const isReady = sum !== null && amount !== null && amount !== 0 && reason.trim() !== '' && (!isDebt || allowsDebt)
  const close = () => {
    setAmount(null)
    setReason('')
    setAllowsDebt(false)
    onClose()
  }
  const add = () => {
    if (!isReady) return
    onAdd({ amount, reason: reason.trim() })
    close()
  }
  /** Key events stay in this dialog: React would pass them to the form around it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') return
    event.stopPropagation()
    if (event.key === 'Enter') add()
  }
  return (
    <Modal
      open={open}
      width={420}
      title={t('addQuota.title')}
      okText={t('addQuota.confirm')}
      okButtonProps={{ disabled: !isReady }}
      cancelText={t('common:actions.cancel')}
      onOk={add}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && document.getElementById(id)?.focus()}
      destroyOnHidden
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its field lets through. */}
      <div className={css.addQuota} onKeyDown={onKeyDown}>
        <label htmlFor={id}>{t('addQuota.amount')}</label>
        <QuotaInput id={id} value={amount} onChange={setAmount} />
        <p className={css.fieldHint}>{t('addQuota.hint')}</p>
        <label htmlFor={reasonId} className={layout.apart}>
          {t('adjust.reason')}
        </label>
        <Input
          id={reasonId}
          value={reason}
          maxLength={balanceReasonMax}
          onChange={({ target }) => setReason(target.value)}
        />
        <p className={css.fieldHint}>{t('adjust.reasonHint')}</p>
        <Equation current={current} amount={amount ?? 0} sum={sum} />
        {isDebt && (
          <>
            <Alert type="warning" showIcon title={t('debt.hint', { debt: debtText(sum) })} />
            <Checkbox
              className={layout.apart}
              checked={allowsDebt}
              onChange={({ target }) => setAllowsDebt(target.checked)}
            >
              {t('debt.allow', { debt: debtText(sum) })}
            </Checkbox>
          </>
        )}
      </div>
    </Modal>
  )
}

function Equation({ current, amount, sum }: { current: number; amount: number; sum: number | null }) {
  const { t } = useTranslation('users')
  const format = useQuotaFormat()
  // Exact, so that the sum can be verified.
  const show = (value: number) => (format.inCurrency ? formatPrice(value, format) : formatNumber(value))
  if (sum === null && amount !== 0) return <p role="status">{t('addQuota.tooMuch')}</p>
  return (
    <p className={css.equation} role="status">
      <span>{show(current)}</span>
      <span>{amount < 0 ? '−' : '+'}</span>
      <span>{show(Math.abs(amount))}</span>
      <span>=</span>
      <strong>{show(sum ?? current)}</strong>
    </p>
  )
}
