import type { DataOverview } from '@sluice/contract/data'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartColors } from '../../components/charts/use-chart-colors.ts'
import { formatCount, formatDuration, formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { meanLatency } from './build-figures.ts'
import { buildModelSeries, type Metric, metrics } from './build-series.ts'
import { ChartPanel } from './chart-panel.tsx'

export interface ChartsProps {
  overview: DataOverview | undefined
  isStale: boolean
}

/** Charges over time, by model; or calls, or tokens. */
export function ModelChart(props: ChartsProps & { color(name: string): string; className?: string | undefined }) {
  const { t } = useTranslation('dashboard')
  const format = useQuotaFormat()
  const [metric, setMetric] = useState<Metric>('quota')
  const { overview, color } = props
  const words = { color, others: (count: number) => t('others', { count }) }
  return (
    <ChartPanel
      {...props}
      title={t(`chart.${metric}`)}
      series={overview ? buildModelSeries(overview, metric, words) : []}
      kind="bars"
      height={300}
      formatValue={(value) => (metric === 'quota' ? formatQuota(value, format) : formatCount(value))}
      total={t('total')}
      extra={
        <Segmented<Metric>
          size="small"
          aria-label={t('metric.label')}
          value={metric}
          onChange={setMetric}
          options={metrics.map((value) => ({ value, label: t(`metric.${value}`) }))}
        />
      }
    />
  )
}

/** Health: failures, durations and throughput. */
export function HealthCharts(props: ChartsProps) {
  const { t } = useTranslation('dashboard')
  const colors = useChartColors()
  const [first = '', second = '', third = ''] = colors.series
  const series = props.overview?.series
  const height = 180
  return (
    <>
      <ChartPanel
        {...props}
        height={height}
        kind={'bars'}
        hasLegend={true}
        title={t('chart.outcome')}
        formatValue={formatCount}
        total={t('total')}
        series={[
          { name: t('series.succeeded'), color: first, values: series?.calls ?? [] },
          { name: t('series.failed'), color: colors.error, values: series?.errors ?? [] },
        ]}
      />
      <ChartPanel
        {...props}
        height={height}
        kind={'line'}
        hasLegend={true}
        title={t('chart.latency')}
        formatValue={formatDuration}
        series={[
          {
            name: t('series.mean'),
            color: second,
            values: (series?.charged_calls ?? []).map((charged_calls, index) =>
              meanLatency({ charged_calls, use_time_ms: series?.use_time_ms[index] ?? 0 }),
            ),
          },
        ]}
      />
      <ChartPanel
        {...props}
        height={height}
        kind={'bars'}
        hasLegend={true}
        title={t('chart.tokens')}
        formatValue={formatCount}
        total={t('total')}
        series={[
          { name: t('series.input'), color: second, values: series?.prompt_tokens ?? [] },
          { name: t('series.output'), color: third, values: series?.completion_tokens ?? [] },
        ]}
      />
    </>
  )
}
