import { balanceReasonMax } from '@sluice/contract/user-batch'
import { Alert, Checkbox, Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { formatPrice } from '../../lib/format.ts'
import { newId } from '../../lib/new-id.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { batchBalance } from './queries.ts'
import { sumOf } from './sum-of.ts'
import type { BatchDialogProps } from './use-batch-result.tsx'
import css from './users.module.css'

interface AdjustValues {
  sign: 'add' | 'take'
  amount: number | null
  reason: string
  allow_debt: boolean
}

interface AdjustDialogProps extends BatchDialogProps {
  /** The balance of the only account, to show the result. */
  balance?: number
  username?: string
}

/** Adds an amount to balances, or takes it, for a reason. A debt must be allowed on purpose. */
export function AdjustDialog({ ids, balance, username, onDone, onClose }: AdjustDialogProps) {
  const { t } = useTranslation('users')
  const [form] = Form.useForm<AdjustValues>()
  const format = useQuotaFormat()
  // One name for all attempts: a repeated request adjusts nothing twice.
  const [batch] = useState(newId)
  const { sign = 'add', amount = null } = Form.useWatch([], form) ?? {}
  const signed = amount === null ? null : sign === 'add' ? amount : -amount
  const sum = balance === undefined ? null : sumOf(balance, signed)
  return (
    <FormDialog<AdjustValues>
      name="adjust"
      form={form}
      title={
        username === undefined ? t('adjust.titleMany', { count: ids.length }) : t('adjust.title', { name: username })
      }
      submitText={t('adjust.submit')}
      initialValues={{ sign: 'add', amount: null, reason: '', allow_debt: false }}
      onClose={onClose}
      onSubmit={async (values) => {
        const value = values.amount ?? 0
        const answer = await batchBalance({
          ids,
          amount: values.sign === 'add' ? value : -value,
          reason: values.reason,
          allow_debt: values.allow_debt,
          batch,
        })
        onDone(answer)
      }}
    >
      <Form.Item<AdjustValues> name="sign" label={t('adjust.direction')}>
        <Segmented
          options={[
            { value: 'add', label: t('adjust.add') },
            { value: 'take', label: t('adjust.take') },
          ]}
        />
      </Form.Item>
      <Form.Item<AdjustValues>
        name="amount"
        label={t('adjust.amount')}
        rules={[
          {
            validator: (_, value: number | null) =>
              value !== null && value > 0 ? Promise.resolve() : Promise.reject(new Error(t('adjust.amountRequired'))),
          },
        ]}
      >
        <QuotaInput />
      </Form.Item>
      <Form.Item<AdjustValues>
        name="reason"
        label={t('adjust.reason')}
        extra={t('adjust.reasonHint')}
        rules={[{ required: true, whitespace: true, message: t('adjust.reasonRequired') }]}
      >
        <Input maxLength={balanceReasonMax} />
      </Form.Item>
      {sign === 'take' && (
        <Form.Item<AdjustValues> name="allow_debt" valuePropName="checked" extra={t('adjust.debtHint')}>
          <Checkbox>{t('adjust.debt')}</Checkbox>
        </Form.Item>
      )}
      {amount !== null && amount > 0 && (
        <p className={css.equation}>
          {t(sign === 'add' ? 'adjust.adds' : 'adjust.takes', {
            count: ids.length,
            amount: formatPrice(amount, format),
          })}
        </p>
      )}
      {balance !== undefined && sum !== null && (
        <p className={css.equation} role="status">
          {t('adjust.result', { before: formatPrice(balance, format), after: formatPrice(sum, format) })}
        </p>
      )}
      {sum !== null && sum < 0 && <Alert type="warning" showIcon title={t('adjust.becomesDebt')} />}
    </FormDialog>
  )
}
