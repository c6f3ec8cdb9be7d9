import { buildSparkline } from './build-sparkline.ts'
import css from './charts.module.css'

const size = { width: 120, height: 32 }

/** A small line chart without axes. The numbers are shown beside it. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const { line, area } = buildSparkline(values, size)
  return (
    <svg
      className={css.sparkline}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={css.sparkArea} d={area} />
      <path className={css.sparkLine} d={line} />
    </svg>
  )
}
