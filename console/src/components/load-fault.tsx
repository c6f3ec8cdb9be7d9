import { useTranslation } from 'react-i18next'
import css from './load-fault.module.css'
import { PlainAlert } from './plain/plain-alert.tsx'
import { PlainButton } from './plain/plain-button.tsx'

/** Reports a failed external request, what to do about it, and a retry button where that may help. */
export function LoadFault({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <PlainAlert
      kind="warning"
      className={css.fault}
      text={text}
      action={
        onRetry && (
          <PlainButton size="small" onClick={onRetry}>
            {t('actions.retry')}
          </PlainButton>
        )
      }
    />
  )
}
