import type { ManagedTopup } from '@sluice/contract/topup'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpening } from '../../components/use-opening.ts'
import { formatMoney, formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './orders.module.css'
import { completeOrder, ordersKey } from './queries.ts'

interface CompleteDialogProps {
  /** null = closed. */
  order: ManagedTopup | null
  onClose(): void
}

/** Asks before an order is credited because a person says that it was paid. */
export function CompleteDialog({ order, onClose }: CompleteDialogProps) {
  const { open: shown, count } = useOpening(order)
  return shown === null ? null : (
    <Question key={count} order={shown} isOpen={order !== null} onClose={onClose} />
  )
}

interface QuestionProps {
  order: ManagedTopup
  isOpen: boolean
  onClose(): void
}

function Question({ order, isOpen, onClose }: QuestionProps) {
  const { t } = useTranslation('orders')
  const { message } = App.useApp()
  const client = useQueryClient()
  const format = useQuotaFormat()
  const noteId = useId()
  const [note, setNote] = useState('')
  const amount = formatQuota(order.quota, format)
  const user = order.username || t('userGone', { id: order.user_id })
  const work = useMutation({
    mutationFn: () => completeOrder({ trade_no: order.trade_no, note }),
    meta: { silent: true },
    onSuccess: () => {
      message.success(t('complete.done', { user, amount }))
      onClose()
    },
    // Also where it was refused: the gateway may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  const facts = [
    [t('column.user'), user],
    [t('complete.credited'), amount],
    [t('column.money'), formatMoney(order.money, order.currency)],
    [t('column.method'), t(`method.${order.method}`)],
  ]
  return (
    <Modal
      open={isOpen}
      title={t('complete.title')}
      width={440}
      okText={t('complete.submit')}
      // Named here, or the turning icon would become part of the name while it comes and goes.
      okButtonProps={{ 'aria-label': t('complete.submit'), loading: work.isPending }}
      onOk={() => !work.isPending && work.mutate()}
      onCancel={onClose}
    >
      <dl className={css.summary}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css.consequence}>{t('complete.consequence', { user, amount })}</p>
      <label htmlFor={noteId} className={css.noteLabel}>
        {t('complete.note')}
      </label>
      <Input.TextArea
        id={noteId}
        value={note}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder={t('complete.notePlaceholder')}
        onChange={(event) => setNote(event.target.value)}
      />
      {work.error && <Alert className={css.refusal} type="error" showIcon title={work.error.message} />}
    </Modal>
  )
}
