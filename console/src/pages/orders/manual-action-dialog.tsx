import { type ManagedTopup, topupNoteMax } from '@sluice/contract/topup'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact, FactLines } from '../../components/facts.tsx'
import { useOpening } from '../../components/use-opening.ts'
import { formatMoney, formatQuota } from '../../lib/format.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './orders.module.css'
import { completeOrder, ordersKey, refundOrder } from './queries.ts'

/** An administrator marks an order as paid or refunded. */
export interface ManualAction {
  action: 'complete' | 'refund'
  order: ManagedTopup
}

interface ManualActionDialogProps {
  /** null = closed. */
  manual: ManualAction | null
  onClose(): void
}

/** Asks for confirmation before an administrator marks an order as paid or refunded. */
export function ManualActionDialog({ manual, onClose }: ManualActionDialogProps) {
  const { open: shown, count } = useOpening(manual)
  return shown === null ? null : <Question key={count} {...shown} isOpen={manual !== null} onClose={onClose} />
}

interface QuestionProps extends ManualAction {
  isOpen: boolean
  onClose(): void
}

const calls = { complete: completeOrder, refund: refundOrder }

function Question({ action, order, isOpen, onClose }: QuestionProps) {
  const { t } = useTranslation('orders')
  const client = useQueryClient()
  const format = useQuotaFormat()
  const noteId = useId()
  const [note, setNote] = useState('')
  const amount = formatQuota(order.quota - order.reversed_quota, format)
  const user = order.username || t('userGone', { id: order.user_id })
  const work = useMutation({
    mutationFn: () => calls[action]({ trade_no: order.trade_no, note }),
    meta: { silent: true },
    onSuccess: () => {
      toastSuccess(t(`manual.${action}.done`, { user, amount }))
      onClose()
    },
    // Also after a refusal: the gateway may have changed the order meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  const facts = [
    [t('column.user'), user],
    [t(`manual.${action}.credited`), amount],
    [t('column.money'), formatMoney(order.price, order.currency)],
    [t('column.method'), t(`method.${order.method}`)],
  ]
  return (
    <Modal
      open={isOpen}
      title={t(`manual.${action}.title`)}
      width={440}
      okText={t(`manual.${action}.submit`)}
      // Labelled here, as the spinner would otherwise become part of the name.
      okButtonProps={{
        danger: action === 'refund',
        'aria-label': t(`manual.${action}.submit`),
        loading: work.isPending,
      }}
      onOk={() => !work.isPending && work.mutate()}
      onCancel={onClose}
    >
      <FactLines>
        {facts.map(([name, value]) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
      </FactLines>
      <p className={css.consequence}>{t(`manual.${action}.consequence`, { user, amount })}</p>
      <label htmlFor={noteId} className={css.noteLabel}>
        {t(`manual.${action}.note`)}
      </label>
      <Input.TextArea
        id={noteId}
        value={note}
        maxLength={topupNoteMax}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder={t(`manual.${action}.notePlaceholder`)}
        onChange={(event) => setNote(event.target.value)}
      />
      {work.error && <Alert className={css.refusal} type="error" showIcon title={work.error.message} />}
    </Modal>
  )
}
