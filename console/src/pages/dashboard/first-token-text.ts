import type { TFunction } from 'i18next'
import { formatDuration } from '../../lib/format.ts'

/** Times are counted by intervals, of which the first ends here: a shorter time is not known. */
const shortestMs = 100

/** A time to the first token, which is near the exact one. */
export const firstTokenText = (t: TFunction<'dashboard'>, ms: number): string =>
  t(ms <= shortestMs ? 'under' : 'about', { time: formatDuration(ms) })
