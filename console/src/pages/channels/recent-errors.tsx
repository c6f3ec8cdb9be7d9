import { logType } from '@sluice/contract/roles'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { HoverTip } from '../../components/hover-tip.tsx'
import { Nothing } from '../../components/nothing.tsx'
import texts from '../../components/text.module.css'
import { formatNumber } from '../../lib/format.ts'
import css from './channels.module.css'
import type { ErrorCounts } from './queries.ts'

interface RecentErrorsProps {
  counts: ErrorCounts | undefined
}

/** The failed calls of a channel in the last hour, with a line of their course. It leads to them in the log. */
export function ChannelErrors({ counts, id }: RecentErrorsProps & { id: number }) {
  const { t } = useTranslation('channels')
  const found = counts?.byChannel.get(id)
  if (found === undefined) return <NoErrors counts={counts} />
  const { errors, steps } = found
  return (
    <HoverTip title={t('errors.ofHour', { count: errors, number: formatNumber(errors) })}>
      <Link
        to="/log"
        search={{ channel: String(id), type: logType.error, start_timestamp: counts?.from ?? 0 }}
        className={css.errors}
        aria-label={t('errors.open', { count: errors, number: formatNumber(errors) })}
      >
        <span aria-hidden>{formatNumber(errors)}</span>
        <Sparkline values={steps} />
      </Link>
    </HoverTip>
  )
}

/** The same of the channels of a tag together. */
export function TagErrors({ counts, ids }: RecentErrorsProps & { ids: readonly number[] }) {
  const { t } = useTranslation('channels')
  const found = ids.flatMap((id) => counts?.byChannel.get(id) ?? [])
  if (found.length === 0) return <NoErrors counts={counts} />
  const errors = found.reduce((sum, one) => sum + one.errors, 0)
  const steps = found[0]?.steps.map((_, index) => found.reduce((sum, one) => sum + (one.steps[index] ?? 0), 0)) ?? []
  return (
    <HoverTip title={t('errors.ofHour', { count: errors, number: formatNumber(errors) })}>
      <span className={css.errors}>
        <span>{formatNumber(errors)}</span>
        <Sparkline values={steps} />
      </span>
    </HoverTip>
  )
}

/** 0 if the counts are known. */
const NoErrors = ({ counts }: RecentErrorsProps) =>
  counts === undefined ? <Nothing /> : <span className={texts.second}>0</span>
