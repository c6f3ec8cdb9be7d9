import { useThemeMode } from '../../lib/theme-mode.ts'
import { colorSlots } from './color-slots.ts'
import { otherColor, seriesColors } from './palette.ts'

/** Colours of this visit: a model has one, wherever it is shown. */
const known = new Map<string, number>()

/** The colour of each of `names`, the most important first; grey for what is none of them. */
export function useModelColors(names: readonly string[]): (name: string) => string {
  const mode = useThemeMode()
  const colors = seriesColors[mode]
  const slots = colorSlots(names, colors.length, known)
  return (name) => colors[slots.get(name) ?? -1] ?? otherColor[mode]
}
