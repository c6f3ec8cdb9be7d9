import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PauseCircleOutlined from '@ant-design/icons/es/icons/PauseCircleOutlined'
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import type { RedemptionBatch } from '@sluice/contract/redemption'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { deleteBatch, redemptionKey, setBatchStatus } from './queries.ts'

/** What can be done to the codes of a batch that were not used. */
export function useBatchActions(): (batch: RedemptionBatch) => RowAction[] {
  const { t } = useTranslation(['redemption', 'common'])
  const confirm = useConfirmAction()
  const client = useQueryClient()
  const mayWrite = may(useSessionUser(), 'billing.write')
  const { mutateAsync } = useMutation({
    mutationFn: ({ run }: { run(): Promise<{ changed: number }>; done: 'disabled' | 'enabled' | 'deleted' }) => run(),
    onSuccess: ({ changed }, { done }) => toastSuccess(t(`batch.done.${done}`, { count: changed })),
    onSettled: () => client.invalidateQueries({ queryKey: redemptionKey }),
  })
  const { unused: on, disabled: off } = redemptionStatus
  return (batch) => {
    const { id, name, unused, disabled, expired } = batch
    if (!mayWrite) return []
    const [redeemable, remaining] = [unused + expired, unused + expired + disabled]
    return [
      {
        key: 'disable',
        label: t('batch.disable.action'),
        icon: <PauseCircleOutlined aria-hidden />,
        disabled: redeemable === 0,
        run: () =>
          confirm({
            title: t('batch.disable.title', { count: redeemable, name }),
            consequence: t('batch.disable.text'),
            confirm: t('common:actions.disable'),
            run: () => mutateAsync({ run: () => setBatchStatus(id, off), done: 'disabled' }),
          }),
      },
      {
        key: 'enable',
        label: t('batch.enable.action'),
        icon: <PlayCircleOutlined aria-hidden />,
        disabled: disabled === 0,
        run: () =>
          confirm({
            title: t('batch.enable.title', { count: disabled, name }),
            consequence: t('batch.enable.text'),
            confirm: t('common:actions.enable'),
            danger: false,
            run: () => mutateAsync({ run: () => setBatchStatus(id, on), done: 'enabled' }),
          }),
      },
      {
        key: 'delete',
        label: t('batch.delete.action'),
        icon: <DeleteOutlined aria-hidden />,
        danger: true,
        disabled: remaining === 0,
        run: () =>
          confirm({
            title: t('batch.delete.title', { count: remaining, name }),
            consequence: t('batch.delete.text'),
            confirm: t('common:actions.delete'),
            run: () => mutateAsync({ run: () => deleteBatch(id), done: 'deleted' }),
          }),
      },
    ]
  }
}
