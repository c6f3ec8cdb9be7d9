import type { User } from '@sluice/contract/user'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { QuotaInput } from '../../../components/quota-input.tsx'
import { api } from '../../../lib/api.ts'
import { formatQuota } from '../../../lib/format.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import { useDialogEnd } from '../use-dialog-end.ts'
import { transferProblem } from './transfer.ts'

interface TransferValues {
  quota: number | null
}

/** Turns earnings from invitations into balance. */
export function TransferDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  const end = useDialogEnd(onClose, selfQuery)
  const format = useQuotaFormat()
  const pending = user.aff_quota
  const minimum = Math.ceil(format.perUnit)
  const texts = { amount: formatQuota(pending, format), minimum: formatQuota(minimum, format) }
  const problemText = (amount: number | null): string | null => {
    const problem = transferProblem(amount, { minimum, pending })
    switch (problem) {
      case null:
        return null
      case 'required':
        return t('invite.amountRequired')
      case 'belowMinimum':
        return t('invite.belowMinimum', texts)
      case 'tooMuch':
        return t('invite.tooMuch', texts)
    }
  }
  const transfer = async ({ quota }: TransferValues) => {
    // The form refuses an empty field.
    if (quota === null) return
    await api('POST /api/user/aff_transfer', { body: { quota } })
    await end(t('invite.transferred'))
  }
  return (
    <FormDialog<TransferValues>
      name="transfer"
      title={t('invite.transferTitle')}
      submitText={t('invite.transfer')}
      initialValues={{ quota: pending >= minimum ? pending : minimum }}
      onSubmit={transfer}
      onClose={onClose}
    >
      <Form.Item
        name="quota"
        label={t('invite.amount')}
        extra={t('invite.available', texts)}
        rules={[
          {
            validator: async (_, amount: number | null) => {
              const text = problemText(amount)
              if (text !== null) throw new Error(text)
            },
          },
        ]}
      >
        <QuotaInput />
      </Form.Item>
    </FormDialog>
  )
}
