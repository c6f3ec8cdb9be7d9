import { theme } from 'antd'
import { useThemeMode } from '../../lib/theme-mode.ts'
import { otherColor, seriesColors } from './palette.ts'

export interface ChartColors {
  font: string
  text: string
  axis: string
  grid: string
  surface: string
  pointer: string
  error: string
  /** For series that are not models. */
  series: readonly string[]
  other: string
}

/** The font and the colours of charts in the current theme. */
export function useChartColors(): ChartColors {
  const { token } = theme.useToken()
  const mode = useThemeMode()
  return {
    font: token.fontFamily,
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
