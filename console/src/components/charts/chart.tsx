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
}

/** A chart that fills its container. Its library is loaded with the first chart. */
export function Chart({ option, label }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<ECharts | null>(null)
  const wanted = useRef(option)

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

const moving = (option: ChartOption): ChartOption => ({
  ...option,
  animation: !lessMotion.matches,
  animationDuration: 180,
  animationDurationUpdate: 180,
})
