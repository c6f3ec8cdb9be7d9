import { expect, test } from 'bun:test'
import { init } from '../../components/charts/echarts.ts'
import { buildOption } from './build-option.ts'

const colors = {
  font: 'Some Font, sans-serif',
  text: '#111111',
  axis: '#222222',
  grid: '#333333',
  surface: '#444444',
  pointer: '#555555',
  error: '#666666',
  series: [],
  other: '#777777',
}

function draw(values: readonly number[]): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 300, height: 180 })
  const overview = { starts: values.map((_, index) => 1_764_288_000 + index * 86_400), step: 'day' as const }
  const series = [{ name: 'Succeeded', color: '#888888', values }]
  const formatValue = (value: number) => `${Math.round(value)} calls`
  chart.setOption({
    ...buildOption({ overview, series, kind: 'bars', colors, language: 'en', formatValue }),
    animation: false,
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

test.each([1, 2, 3, 7])('no label of the axis occurs twice with at most %d calls', (most) => {
  const labels: string[] = draw([0, most]).match(/\d+ calls/g) ?? []
  expect(labels).toContain('0 calls')
  expect(labels).toEqual([...new Set(labels)])
})

test('the labels have the font of the page', () => {
  expect(draw([1, 2])).toContain('Some Font')
})
