import type { DataOverview } from '@sluice/contract/data'
import { buildTip, type TipLine } from '../../components/charts/build-tip.ts'
import type { ChartOption } from '../../components/charts/chart.tsx'
import type { ChartColors } from '../../components/charts/use-chart-colors.ts'
import type { ChartSeries } from './build-series.ts'
import { axisLabel, isNamed, stepTitle } from './step-labels.ts'

export interface OptionParts {
  overview: Pick<DataOverview, 'starts' | 'step'>
  series: readonly ChartSeries[]
  kind: 'bars' | 'line'
  colors: ChartColors
  language: string
  formatValue(value: number): string
  /** The label of the sum of all series; absent = they have no sum. */
  total?: string | undefined
}

/** The input for the chart library. Bars are stacked. */
export function buildOption(parts: OptionParts): ChartOption {
  const { overview, series, kind, colors, language, formatValue } = parts
  const { starts } = overview
  const type = kind === 'bars' ? ('bar' as const) : ('line' as const)
  const isDense = starts.length > 60
  return {
    textStyle: { fontFamily: colors.font },
    grid: {
      left: 0,
      right: 14,
      top: 12,
      bottom: 0,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: starts.map(String),
      boundaryGap: kind === 'bars',
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.axis } },
      axisLabel: {
        color: colors.text,
        fontSize: 11,
        hideOverlap: true,
        interval:
          overview.step === 'hour' && starts.length > 48
            ? (_: number, value: string) => isNamed(Number(value), overview)
            : 'auto',
        formatter: (value: string) => axisLabel(Number(value), overview, language),
      },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      min: 0,
      // Labels show whole calls, tokens, milliseconds and units of quota: smaller steps would repeat a label.
      minInterval: 1,
      splitLine: { lineStyle: { color: colors.grid } },
      axisLabel: { color: colors.text, fontSize: 11, formatter: (value: number) => formatValue(value) },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      padding: [8, 10],
      className: 'chart-tip',
      axisPointer:
        kind === 'bars'
          ? { type: 'shadow', shadowStyle: { color: colors.pointer, opacity: 0.5 } }
          : { type: 'line', lineStyle: { color: colors.axis } },
      formatter: (found) => {
        const index = (Array.isArray(found) ? found[0] : found)?.dataIndex ?? 0
        return buildTip(stepTitle(starts[index] ?? 0, overview.step, language), tipLines(parts, index))
      },
    },
    // The cast: `type` decides among the types of series, and one expression builds two of them.
    series: series.map(({ name, color, values }) => ({
      type,
      name,
      data: [...values],
      color,
      ...(kind === 'bars' && {
        stack: 'all',
        barCategoryGap: isDense ? '12%' : '28%',
        barMaxWidth: 36,
        emphasis: { disabled: true },
        ...(!isDense && { itemStyle: { borderColor: colors.surface, borderWidth: 0.5 } }),
      }),
      ...(kind === 'line' && {
        showSymbol: false,
        connectNulls: true,
        lineStyle: { width: 1.75 },
        areaStyle: { opacity: 0.08 },
        emphasis: { disabled: true },
        // A single point would be a line without length.
        ...(values.filter((value) => value !== null).length === 1 && { showSymbol: true }),
      }),
    })) as NonNullable<ChartOption['series']>,
  }
}

/** The series with a value at this step, largest first. */
function tipLines({ series, formatValue, total }: OptionParts, index: number): TipLine[] {
  const found = series.flatMap(({ name, color, values }) => {
    const value = values[index] ?? null
    return value === null || (value === 0 && total !== undefined) ? [] : [{ name, color, value }]
  })
  const lines: TipLine[] = found
    .toSorted((a, b) => b.value - a.value)
    .map(({ name, color, value }) => ({ name, color, value: formatValue(value) }))
  if (total === undefined) return lines.length > 0 ? lines : [{ name: '–', value: '' }]
  const sum = found.reduce((all, { value }) => all + value, 0)
  return [...lines, { name: total, value: formatValue(sum), isTotal: true }]
}
