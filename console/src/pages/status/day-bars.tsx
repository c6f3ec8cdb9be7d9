import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../lib/format.ts'
import { type BarKind, barPaths, lowestOf } from './bar-paths.ts'
import css from './status.module.css'

const kinds: readonly BarKind[] = ['works', 'degraded', 'fails', 'few']

/** A bar for each day, the newest at the right. */
export function DayBars({ days, name }: { days: readonly (number | null)[]; name: string }) {
  const { t } = useTranslation('status')
  const paths = barPaths(days)
  const lowest = lowestOf(days)
  const label =
    lowest === null
      ? t('bars.none', { name, days: days.length })
      : t('bars.label', { name, days: days.length, rate: formatPercent(lowest) })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length} 10`}
      preserveAspectRatio="none"
      className={css.bars}
    >
      <title>{label}</title>
      {kinds.map((kind) => paths[kind] !== '' && <path key={kind} d={paths[kind]} data-state={kind} />)}
    </svg>
  )
}
