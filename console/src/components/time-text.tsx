import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatRelative, formatTime } from '../lib/format.ts'
import css from './text.module.css'

const nowSeconds = () => Math.floor(Date.now() / 1000)

export interface TimeTextProps {
  /** Unix seconds; 0 or less means no time. */
  seconds: number
  /** The text without a time; default "never". */
  none?: string
  /** The time of something planned: when it has passed, that is due now. */
  isPlanned?: boolean
}

/** Relative time, with the exact local time on hover. */
export function TimeText({ seconds, none, isPlanned = false }: TimeTextProps) {
  const { t, i18n } = useTranslation()
  if (seconds <= 0) return <span className={css.number}>{none ?? t('time.never')}</span>
  const now = nowSeconds()
  return (
    <Tooltip title={formatTime(seconds)}>
      <time dateTime={new Date(seconds * 1000).toISOString()} className={css.number}>
        {formatRelative(isPlanned ? Math.max(seconds, now + 1) : seconds, now, i18n.resolvedLanguage ?? 'zh')}
      </time>
    </Tooltip>
  )
}
