import { useTranslation } from 'react-i18next'
import { formatDuration, formatTime } from '../lib/format.ts'
import { Nothing } from './nothing.tsx'
import css from './task-state.module.css'
import texts from './text.module.css'

/** A drawing that took longer is marked red. */
const slowMs = 60_000

/** A time without the year, which is shown on hover; `–` = no time. Unix milliseconds. */
export function TaskTime({ at }: { at: number }) {
  if (at <= 0) return <Nothing />
  const text = formatTime(Math.floor(at / 1000))
  return (
    <time dateTime={new Date(at).toISOString()} title={text} className={texts.number}>
      {text.slice(5)}
    </time>
  )
}

/** The duration; nothing while it runs. */
export function TaskDuration({ from, to }: { from: number; to: number }) {
  const { t } = useTranslation('tasks')
  if (from <= 0 || to <= from) return null
  const time = formatDuration(to - from)
  return (
    <span className={css.duration} data-slow={to - from > slowMs}>
      {t('duration', { time })}
    </span>
  )
}
