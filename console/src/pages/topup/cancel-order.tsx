import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { cancelOrder, topupListKey } from './queries.ts'

/** Cancels a pending order, so that it no longer counts towards the limit. */
export function CancelOrder({ tradeNo }: { tradeNo: string }) {
  const { t } = useTranslation('topup')
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const cancel = useMutation({
    mutationFn: () => cancelOrder(tradeNo),
    onSettled: () => client.invalidateQueries({ queryKey: topupListKey }),
  })
  const ask = () =>
    confirm({
      title: t('cancel.title'),
      consequence: t('cancel.text'),
      confirm: t('cancel.confirm'),
      run: () => cancel.mutateAsync(),
    })
  return (
    <Button size="small" onClick={ask} aria-label={t('cancel.order', { order: tradeNo })}>
      {t('cancel.confirm')}
    </Button>
  )
}
