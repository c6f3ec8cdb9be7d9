import type { Topup } from '@sluice/contract/topup'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'

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
        <Row as="span" gap={[0, 12]} align="stretch" wrap>
          <strong>{t('waiting.title', { count: waiting.length })}</strong>
          <span>{t('waiting.text')}</span>
        </Row>
      }
      action={
        <Button loading={isChecking} aria-label={t('waiting.check')} onClick={() => check()}>
          {t('waiting.check')}
        </Button>
      }
    />
  )
}
