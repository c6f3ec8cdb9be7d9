import type { TagColor } from '../../components/color-tag.tsx'

const scale =
  (green: number, orange: number) =>
  (ms: number): TagColor => {
    const seconds = ms / 1000
    if (seconds < green) return 'green'
    return seconds < orange ? 'orange' : 'red'
  }

/** Durations above this are highlighted. */
export const useTimeColor = scale(101, 300)
/** Times to the first token above this are highlighted. */
export const firstTokenColor = scale(3, 10)
