import { expect, test } from 'bun:test'
import { init } from '../../components/charts/echarts.ts'
import type { ChartColors } from '../../components/charts/use-chart-colors.ts'
import { formatCount, formatDuration, formatQuota } from '../../lib/format.ts'
import { buildOption } from './build-option.ts'

const colors: ChartColors = {
  font: 'Some Font, sans-serif',
  text: '#000000',
  axis: '#000000',
  grid: '#000000',
  surface: '#ffffff',
  pointer: '#000000',
  error: '#ff0000',
  other: '#888888',
  series: ['#0f766e'],
}
const starts = [1_700_000_000, 1_700_003_600, 1_700_007_200]
const overview = { starts, step: 'hour' as const }

function draw(highest: number, formatValue: (value: number) => string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 360, height: 180 })
  const series = [{ name: 'a', color: '#0f766e', values: [0, 0, highest] }]
  chart.setOption({
    ...buildOption({ overview, series, kind: 'bars', colors, language: 'en', formatValue }),
    animation: false,
  })
  const picture = chart.renderToSVGString()
  chart.dispose()
  return picture
}

/** The labels of the vertical axis, as drawn. */
function drawnLabels(highest: number, formatValue: (value: number) => string): string[] {
  const picture = draw(highest, (value) => `value ${formatValue(value)}`)
  return [...picture.matchAll(/>value ([^<]+)</g)].map(([, label]) => label ?? '')
}

test.each([1, 2, 3, 7, 120])('no two labels of an axis up to %d are the same', (highest) => {
  for (const format of [formatCount, formatDuration]) {
    const labels = drawnLabels(highest, format)
    expect(labels.length).toBeGreaterThan(1)
    expect(labels).toEqual([...new Set(labels)])
  }
})

test('small charges have labels of their own', () => {
  const labels = drawnLabels(3, (value) => formatQuota(value, { perUnit: 500_000, inCurrency: true }))
  expect(labels).toEqual([...new Set(labels)])
})

test('the labels have the font of the page', () => {
  expect(draw(2, formatCount)).toContain('Some Font')
})
