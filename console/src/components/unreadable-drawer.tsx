import { Alert, Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-client.ts'
import { FaultText } from './fault-text.tsx'
import { ownFocus, useFocusReturn } from './use-focus-return.ts'
import { useIsPhone } from './use-is-phone.ts'

export interface UnreadableDrawerProps {
  open: boolean
  title: string
  /** The error; null = the object is gone. */
  error: Error | null
  /** The message when the server does not know the object. */
  notFoundText: string
  isRetrying: boolean
  onRetry(): void
  onClose(): void
}

/** Replaces the form of an object that cannot be edited: it was deleted, or it could not be loaded. */
export function UnreadableDrawer(props: UnreadableDrawerProps) {
  const { open, title, error, notFoundText, isRetrying, onRetry, onClose } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  useFocusReturn(open)
  const isGone = error === null || (error instanceof ApiError && error.code === 'not_found')
  return (
    <Drawer open={open} title={title} size={isPhone ? '100%' : 600} focusable={ownFocus} onClose={onClose}>
      <Alert
        type="error"
        showIcon
        title={isGone ? notFoundText : <FaultText error={error} />}
        action={
          isGone ? (
            <Button onClick={onClose}>{t('actions.close')}</Button>
          ) : (
            <Button loading={isRetrying} onClick={onRetry}>
              {t('actions.retry')}
            </Button>
          )
        }
      />
    </Drawer>
  )
}
