import { Alert, Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { ApiError } from '../../lib/api-client.ts'

export interface ChannelUnreadableProps {
  open: boolean
  error: Error
  onClose(): void
}

/** In place of the form when the channel cannot be read: most often somebody has deleted it. */
export function ChannelUnreadable({ open, error, onClose }: ChannelUnreadableProps) {
  const { t } = useTranslation(['channels', 'common'])
  const isPhone = useIsPhone()
  const isGone = error instanceof ApiError && error.code === 'not_found'
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
