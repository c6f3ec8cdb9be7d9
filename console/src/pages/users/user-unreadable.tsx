import { Alert, Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { ApiError } from '../../lib/api-client.ts'

export interface UserUnreadableProps {
  open: boolean
  /** null = it was read, and has been deregistered. */
  error: Error | null
  onClose(): void
}

/** In place of the form when the account cannot be edited: it is gone, or stands too high. */
export function UserUnreadable({ open, error, onClose }: UserUnreadableProps) {
  const { t } = useTranslation(['users', 'common'])
  const isPhone = useIsPhone()
  const isGone = error === null || (error instanceof ApiError && error.code === 'not_found')
  return (
    <Drawer open={open} title={t('edit.unreadable')} size={isPhone ? '100%' : 600} onClose={onClose}>
      <Alert
        type="error"
        showIcon
        title={isGone ? t('edit.gone') : error.message}
        action={<Button onClick={onClose}>{t('common:actions.close')}</Button>}
      />
    </Drawer>
  )
}
