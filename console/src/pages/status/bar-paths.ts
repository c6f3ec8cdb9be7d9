import type { HealthMeasures } from '@sluice/contract/site-health'

export type BarKind = HealthMeasures['state']

const worksFrom = 95
const failsBelow = 50
/** Of the width of a day, so that neighbours stay apart. */
const barWidth = 0.7

const kindOf = (success: number | null): BarKind => {
  if (success === null) return 'few'
  return success >= worksFrom ? 'works' : success < failsBelow ? 'fails' : 'degraded'
}

/** The bars of each kind as one path, a day to the unit, ten high: ninety elements a row would slow the page. */
export function barPaths(days: readonly (number | null)[]): Record<BarKind, string> {
  const paths: Record<BarKind, string> = { works: '', degraded: '', fails: '', few: '' }
  for (const [index, success] of days.entries()) paths[kindOf(success)] += `M${index} 0h${barWidth}v10h-${barWidth}z`
  return paths
}

/** The worst day; null = none has enough calls. */
export function lowestOf(days: readonly (number | null)[]): number | null {
  const known = days.filter((success) => success !== null)
  return known.length === 0 ? null : Math.min(...known)
}
