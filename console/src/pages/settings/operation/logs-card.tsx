import { Button, DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { logsCard } from '@sluice/contract/options/general'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { Row } from '../../../components/layout.tsx'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { InfoRow, OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useSettings } from '../settings-context.ts'
import { cleanupSeconds, cleanupTimeDefault } from './cleanup-time.ts'
import { deleteLogs } from './queries.ts'

export function LogsCard() {
  return (
    <SettingsCard card={logsCard}>
      <OptionRow name="LogConsumeEnabled" />
      <OptionRow name="log_retention.charge_days" />
      <OptionRow name="log_retention.error_days" />
      <OptionRow name="log_retention.content_days" />
      <LogCleanup />
    </SettingsCard>
  )
}

/** Deletes usage rows older than a time. Only for the super administrator. */
function LogCleanup() {
  const { t } = useTranslation('settings-operation')
  const { isRoot } = useSettings()
  const confirm = useConfirmAction()
  const [time, setTime] = useState<Dayjs | null>(() => cleanupTimeDefault(dayjs()))

  const clean = async (seconds: number) => {
    try {
      const { data: count, is_running: goesOn } = await deleteLogs(seconds)
      toastSuccess(t(goesOn ? 'logs.cleaning' : 'logs.cleaned', { count, number: formatNumber(count) }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      toastError(t('logs.cleanFailed', { reason }))
    }
  }
  const ask = () => {
    if (time === null) return toastError(t('logs.chooseTime'))
    const seconds = cleanupSeconds(time)
    confirm({
      title: t('logs.cleanTitle', { time: formatTime(seconds) }),
      consequence: t('logs.cleanText'),
      confirm: t('logs.cleanConfirm'),
      run: () => clean(seconds),
    })
  }
  return (
    <InfoRow label={t('logs.clean')} help={isRoot ? t('logs.cleanHelp') : t('logs.cleanRootOnly')}>
      <Row as="span" align="stretch" wrap>
        <DatePicker
          aria-label={t('logs.before')}
          disabled={!isRoot}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          value={time}
          onChange={setTime}
          disabledDate={(day) => day.isAfter(dayjs())}
        />
        <Button danger disabled={!isRoot} onClick={ask}>
          {t('logs.cleanButton')}
        </Button>
      </Row>
    </InfoRow>
  )
}
