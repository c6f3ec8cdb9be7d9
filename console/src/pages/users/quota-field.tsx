import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { QuotaInput, type QuotaInputProps } from '../../components/quota-input.tsx'
import { AddQuotaDialog } from './add-quota-dialog.tsx'
import css from './users.module.css'

/** A balance, typed directly or changed by an amount. It is saved with the form. */
export function QuotaField({ value = null, onChange, ...props }: QuotaInputProps) {
  const { t } = useTranslation('users')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Row align="stretch" wrap className={css.quotaField}>
      <QuotaInput {...props} value={value} onChange={onChange} />
      <Button onClick={() => setIsAdding(true)}>{t('addQuota.action')}</Button>
      <AddQuotaDialog
        open={isAdding}
        current={value ?? 0}
        onAdd={(sum) => onChange?.(sum)}
        onClose={() => setIsAdding(false)}
      />
    </Row>
  )
}
