import { theme } from 'antd'
import { useThemeMode } from '../../lib/theme-mode.ts'
import { otherColor, seriesColors } from './palette.ts'

export interface ChartColors {
  text: string
  axis: string
  grid: string
  surface: string
  pointer: string
  error: string
  /** For what is no model. */
  series: readonly string[]
  other: string
}

/** What charts are drawn in, of the theme in force. */
export function useChartColors(): ChartColors {
  const { token } = theme.useToken()
  const mode = useThemeMode()
  return {
    text: token.colorTextTertiary,
    axis: token.colorBorder,
    grid: token.colorBorderSecondary,
    surface: token.colorBgContainer,
    pointer: token.colorFillSecondary,
    error: token.colorError,
    series: seriesColors[mode],
    other: otherColor[mode],
  }
}
