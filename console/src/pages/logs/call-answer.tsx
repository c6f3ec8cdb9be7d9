import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { formatDuration, formatQuota } from '../../lib/format.ts'
import { readsAllCalls, useSessionUser } from '../../lib/session.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './call-details.module.css'
import { chargeOfCall, isFailed, type LogRow, totalMsOf } from './log-rows.ts'
import { causeOfRow } from './use-cause.ts'

interface CallAnswerProps {
  row: LogRow
  /** The other rows of the call. */
  related: readonly LogRow[]
}

/** What became of the call, what was charged, and what to do about it. */
export function CallAnswer({ row, related }: CallAnswerProps) {
  const { t } = useTranslation(['logs', 'causes'])
  const format = useQuotaFormat()
  const isAdmin = readsAllCalls(useSessionUser())
  const charge = chargeOfCall(row, related)
  const amount = formatQuota(charge, format, 'call')
  const failed = [row, ...related].find(isFailed)
  if (failed === undefined) {
    const time = formatDuration(totalMsOf(row))
    const isCut = row.detail.end !== undefined && row.detail.end !== 'complete'
    return <p className={css.answer}>{t(isCut ? 'call.ended' : 'call.done', { time, amount })}</p>
  }
  const cause = causeOfRow(failed)
  return (
    <Stack gap={6} className={css.answer} data-failed>
      <p>
        <strong>{t('call.failed', { what: t(`causes:${cause}.what`) })}</strong>{' '}
        {charge === 0 ? t('call.notCharged') : t('call.charged', { amount })}
      </p>
      <p>{t(`causes:${cause}.you`)}</p>
      {isAdmin && (
        <p className={texts.note}>
          <strong>{t('call.forOperator')}</strong> {t(`causes:${cause}.operator`)}
        </p>
      )}
    </Stack>
  )
}
