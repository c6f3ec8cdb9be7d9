import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PauseCircleOutlined from '@ant-design/icons/es/icons/PauseCircleOutlined'
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import type { Redemption } from '@sluice/contract/redemption'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { formatQuota } from '../../lib/format.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { useListCache } from '../../lib/use-list-cache.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import {
  batchListKey,
  deleteInvalidRedemptions,
  deleteRedemption,
  redemptionKey,
  redemptionListKey,
  setRedemptionStatus,
} from './queries.ts'

/** Shows the new status at once, and the real one if the server refuses, as the code may have been used meanwhile. */
function useStatusToggle() {
  const { t } = useTranslation('redemption')
  const client = useQueryClient()
  const cache = useListCache<Redemption>(redemptionListKey)
  return useMutation({
    mutationFn: ({ code, status }: { code: Redemption; status: number }) => setRedemptionStatus(code.id, status),
    onMutate: async ({ code, status }) => {
      await cache.stopLoading()
      cache.replace({ ...code, status })
    },
    onSuccess: (saved, { code: { name } }) => {
      cache.replace(saved)
      const isOn = saved.status === redemptionStatus.unused
      void client.invalidateQueries({ queryKey: batchListKey })
      toastSuccess(isOn ? t('toast.enabled', { name }) : t('toast.disabled', { name }))
    },
    onError: (_, { code }) => {
      cache.replace(code)
      return cache.reload()
    },
  })
}

export interface RedemptionActionsOptions {
  onEdit(code: Redemption): void
  onDeleted(code: Redemption): void
}

/** The actions on a code: a used one can only be viewed, copied and deleted. */
export function useRedemptionActions({ onEdit, onDeleted }: RedemptionActionsOptions) {
  const { t } = useTranslation(['redemption', 'common'])
  const { copy } = useCopy()
  const confirm = useConfirmAction()
  const format = useQuotaFormat()
  const client = useQueryClient()
  const toggle = useStatusToggle()
  const mayWrite = may(useSessionUser(), 'billing.write')
  const remove = useMutation({
    mutationFn: (code: Redemption) => deleteRedemption(code.id),
    onSuccess: async (_, code) => {
      toastSuccess(t('toast.deleted'))
      onDeleted(code)
      await client.invalidateQueries({ queryKey: redemptionKey })
    },
  })

  const askToDelete = (code: Redemption) => {
    const isUsed = code.status === redemptionStatus.used
    return confirm({
      title: t('delete.title', { name: code.name }),
      consequence: isUsed ? t('delete.used') : t('delete.unused', { amount: formatQuota(code.quota, format) }),
      confirm: t('common:actions.delete'),
      run: () => remove.mutateAsync(code),
    })
  }

  return (code: Redemption): { visible: RowAction[]; menu: RowAction[] } => {
    const isUnused = code.status === redemptionStatus.unused
    const isUsed = code.status === redemptionStatus.used
    const copying: RowAction = {
      key: 'copy',
      label: t('common:actions.copy'),
      icon: <CopyOutlined aria-hidden />,
      run: () => copy(code.key),
    }
    // The server shows such an administrator no whole code.
    if (!mayWrite) return { visible: [], menu: [] }
    const status = isUnused ? redemptionStatus.disabled : redemptionStatus.unused
    return {
      visible: [
        copying,
        {
          key: 'edit',
          label: t('common:actions.edit'),
          icon: <EditOutlined aria-hidden />,
          disabled: !isUnused,
          run: () => onEdit(code),
        },
      ],
      menu: [
        {
          key: 'toggle',
          label: isUnused ? t('common:actions.disable') : t('common:actions.enable'),
          icon: isUnused ? <PauseCircleOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />,
          disabled: isUsed,
          run: () => toggle.mutate({ code, status }),
        },
        {
          key: 'delete',
          label: t('common:actions.delete'),
          icon: <DeleteOutlined aria-hidden />,
          danger: true,
          run: () => askToDelete(code),
        },
      ],
    }
  }
}

/** Deletes every code that can no longer be redeemed, after a confirmation. */
export function useCleaning(onCleaned: () => void) {
  const { t } = useTranslation('redemption')
  const confirm = useConfirmAction()
  const client = useQueryClient()
  const clean = useMutation({
    mutationFn: deleteInvalidRedemptions,
    onSuccess: async (count) => {
      if (count === 0) toastInfo(t('clean.none'))
      else toastSuccess(t('clean.done', { count }))
      onCleaned()
      await client.invalidateQueries({ queryKey: redemptionKey })
    },
  })
  return () =>
    confirm({
      title: t('clean.title'),
      consequence: t('clean.text'),
      confirm: t('clean.action'),
      run: () => clean.mutateAsync(),
    })
}
