import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption, ECharts } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { lessMotion } from '../../lib/less-motion.ts'
import css from './charts.module.css'

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption
>

export interface ChartProps {
  option: ChartOption
  /** Its content in a sentence, for screen readers. */
  label: string
  /** A place of the chart was clicked: the position on the axis, and the series if a bar was hit. */
  onPick?: ((place: ChartPlace) => void) | undefined
}

export interface ChartPlace {
  index: number
  series: number | null
}

/** A chart that fills its container. Its library is loaded with the first chart. */
export function Chart({ option, label, onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<ECharts | null>(null)
  const wanted = useRef(option)
  const pick = useRef(onPick)

  useEffect(() => {
    pick.current = onPick
  }, [onPick])

  useEffect(() => {
    wanted.current = option
    drawn.current?.setOption(moving(option), { notMerge: true })
  }, [option])

  useEffect(() => {
    const element = box.current
    if (!element) return
    let isGone = false
    const sizes = new ResizeObserver(() => drawn.current?.resize())
    void import('./echarts.ts').then(({ init }) => {
      if (isGone) return
      drawn.current = init(element, null, { renderer: 'svg' })
      drawn.current.setOption(moving(wanted.current))
      listenForPicks(drawn.current, (place) => pick.current?.(place))
      sizes.observe(element)
    })
    return () => {
      isGone = true
      sizes.disconnect()
      drawn.current?.dispose()
      drawn.current = null
    }
  }, [])

  return (
    <div role="img" data-chart aria-label={label} className={css.chart}>
      <div ref={box} className={css.canvas} aria-hidden />
    </div>
  )
}

/** Bars are small or absent where little happened: all of the area above a step counts. */
function listenForPicks(chart: ECharts, onPick: (place: ChartPlace) => void): void {
  let hit: number | null = null
  chart.on('click', ({ seriesIndex }) => {
    hit = seriesIndex ?? null
  })
  const area = chart.getZr()
  const isInside = (offsetX: number, offsetY: number) => chart.containPixel('grid', [offsetX, offsetY])
  area.on('mousemove', ({ offsetX, offsetY }) => {
    if (isInside(offsetX, offsetY)) area.setCursorStyle('pointer')
  })
  area.on('click', ({ offsetX, offsetY }) => {
    const series = hit
    hit = null
    if (!isInside(offsetX, offsetY)) return
    const [index] = chart.convertFromPixel('grid', [offsetX, offsetY])
    if (index !== undefined) onPick({ index, series })
  })
}

const moving = (option: ChartOption): ChartOption => ({
  ...option,
  animation: !lessMotion.matches,
  animationDuration: 180,
  animationDurationUpdate: 180,
})
