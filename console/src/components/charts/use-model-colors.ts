import { useThemeMode } from '../../lib/theme-mode.ts'
import { colorSlots } from './color-slots.ts'
import { otherColor, seriesColors } from './palette.ts'

/** The colours since the page was loaded: a model has the same colour in all charts. */
const known = new Map<string, number>()

/** The colour of each of `names`, the most important first; grey for all other names. */
export function useModelColors(names: readonly string[]): (name: string) => string {
  const mode = useThemeMode()
  const colors = seriesColors[mode]
  const slots = colorSlots(names, colors.length, known)
  return (name) => colors[slots.get(name) ?? -1] ?? otherColor[mode]
}
