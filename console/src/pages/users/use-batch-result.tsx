import type { UserBatchAnswer } from '@sluice/contract/user-batch'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { toastSuccess } from '../../lib/toasts.ts'
import { RefusedAccounts } from './refused-accounts.tsx'

/** A dialog that acts on some accounts. */
export interface BatchDialogProps {
  ids: number[]
  onDone(answer: UserBatchAnswer): void
  onClose(): void
}

/** Reports a bulk action: how many accounts were changed, and each that was not, with the reason. */
export function useBatchResult() {
  const { t } = useTranslation('users')
  const { modal } = App.useApp()
  return ({ done, refused }: UserBatchAnswer): void => {
    if (refused.length === 0) {
      toastSuccess(t('bulk.done', { count: done }))
      return
    }
    modal.warning({
      title: t('bulk.refusedTitle', { done, count: refused.length }),
      content: <RefusedAccounts refused={refused} />,
    })
  }
}
