import type { Topup } from '@sluice/contract/topup'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './topup.module.css'

interface WaitingNoticeProps {
  waiting: Topup[]
  isChecking: boolean
  check(): unknown
}

/** Shows that a payment is expected; empty otherwise. */
export function WaitingNotice({ waiting, isChecking, check }: WaitingNoticeProps) {
  const { t } = useTranslation('topup')
  if (waiting.length === 0) return null
  return (
    <Alert
      type="info"
      showIcon
      title={
        <span className={css.sentences}>
          <strong>{t('waiting.title', { count: waiting.length })}</strong>
          <span>{t('waiting.text')}</span>
        </span>
      }
      action={
        <Button loading={isChecking} aria-label={t('waiting.check')} onClick={() => check()}>
          {t('waiting.check')}
        </Button>
      }
    />
  )
}
