import { Tooltip } from 'antd'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatQuota, formatTime } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { Stack } from '../layout.tsx'
import { barSpanText, type HistogramBar, spanBetween } from './build-bars.ts'
import css from './calls-histogram.module.css'

interface CallsHistogramProps {
  bars: readonly HistogramBar[]
  /** Calls before this time (seconds) were not counted. */
  countedFrom: number
  /** In a sentence, for screen readers. */
  label: string
  /** A stretch was dragged, or a bar was clicked. Seconds. */
  onZoom(span: { from: number; until: number }): void
}

interface Drag {
  from: number
  to: number
}

/** Calls over time, failed ones in red. Dragging over it narrows the span. */
export function CallsHistogram({ bars, countedFrom, label, onZoom }: CallsHistogramProps) {
  const box = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const shareAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)))
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || bars.length < 2) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    const share = shareAt(event)
    setDrag({ from: share, to: share })
  }
  const finish = () => {
    if (drag) onZoom(spanBetween(bars, drag.from, drag.to))
    setDrag(null)
  }
  const left = drag ? Math.min(drag.from, drag.to) : 0
  return (
    <div className={css.histogram}>
      <div
        ref={box}
        role="img"
        aria-label={label}
        className={css.bars}
        onPointerDown={begin}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: shareAt(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(null)}
      >
        {bars.map((bar) => (
          <Bar key={bar.from} bar={bar} isQuiet={drag !== null} isPartial={bar.from < countedFrom} />
        ))}
        {drag && (
          <span
            className={css.drag}
            style={{ left: `${left * 100}%`, width: `${Math.abs(drag.to - drag.from) * 100}%` }}
          />
        )}
      </div>
      <Axis bars={bars} />
    </div>
  )
}

interface BarProps {
  bar: HistogramBar
  /** While dragging, nothing floats above. */
  isQuiet: boolean
  /** Not all of its calls were counted. */
  isPartial: boolean
}

function Bar({ bar, isQuiet, isPartial }: BarProps) {
  return (
    <Tooltip title={isQuiet ? null : () => <BarTip bar={bar} isPartial={isPartial} />} mouseEnterDelay={0}>
      <span className={css.slot} data-partial={isPartial}>
        <span className={css.bar} style={{ height: `${bar.height * 100}%` }} />
        <span className={css.failed} style={{ height: `${bar.failedHeight * 100}%` }} />
      </span>
    </Tooltip>
  )
}

function BarTip({ bar, isPartial }: Pick<BarProps, 'bar' | 'isPartial'>) {
  const { t } = useTranslation('logs')
  const format = useQuotaFormat()
  const { calls, failed, quota } = bar
  return (
    <Stack gap={0}>
      <strong>{barSpanText(bar)}</strong>
      <span>{t('answer.calls', { count: calls + failed, shown: formatNumber(calls + failed) })}</span>
      {failed > 0 && <span>{t('histogram.failed', { count: failed, shown: formatNumber(failed) })}</span>}
      {quota !== 0 && <span>{formatQuota(quota, format)}</span>}
      {isPartial && <span>{t('histogram.partial')}</span>}
    </Stack>
  )
}

/** When the drawing begins and ends. */
function Axis({ bars }: Pick<CallsHistogramProps, 'bars'>) {
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return null
  return (
    <div className={css.axis} aria-hidden>
      <span>{formatTime(first.from).slice(5, 16)}</span>
      <span>{formatTime(last.until).slice(5, 16)}</span>
    </div>
  )
}
