import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './load-fault.module.css'

/** Reports a failed external request, what to do about it, and a retry button where that may help. */
export function LoadFault({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <Alert
      type="warning"
      showIcon
      className={css.fault}
      title={text}
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        )
      }
    />
  )
}
