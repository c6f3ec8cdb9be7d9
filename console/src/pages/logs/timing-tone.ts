import type { TagColor } from '../../components/color-tag.tsx'

const scale =
  (green: number, orange: number) =>
  (ms: number): TagColor => {
    const seconds = ms / 1000
    if (seconds < green) return 'green'
    return seconds < orange ? 'orange' : 'red'
  }

/** How long a call may take before it stands out. */
export const useTimeColor = scale(101, 300)
/** How long the first word may take. */
export const firstWordColor = scale(3, 10)
