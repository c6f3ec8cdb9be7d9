import { type DataGrouping, type DataOverview, dataGroupings } from '@sluice/contract/data'
import { logType } from '@sluice/contract/roles'
import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ChartPlace } from '../../components/charts/chart.tsx'
import { useChartColors } from '../../components/charts/use-chart-colors.ts'
import { formatCount, formatQuota } from '../../lib/format.ts'
import { formatList } from '../../lib/format-list.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { formatSpeed, tokensPerSecond } from './build-figures.ts'
import { buildPartSeries, type Metric, metrics } from './build-series.ts'
import { ChartPanel } from './chart-panel.tsx'
import css from './dashboard.module.css'
import { spanOfStep } from './dashboard-filters.ts'
import { type LogSearch, shortSearch } from './log-search.ts'
import { partFilters } from './part-name.ts'
import type { PartLook } from './use-part-look.ts'

export interface ChartsProps {
  overview: DataOverview | undefined
  isStale: boolean
  /** The calls of all of the page. */
  logSearch: LogSearch
}

/** The search of a step of the page's calls. */
const stepSearch = ({ overview, logSearch }: ChartsProps, index: number): LogSearch => ({
  ...logSearch,
  ...(overview && spanOfStep(overview, index)),
})

export interface PartChartProps extends ChartsProps {
  metric: Metric
  by: readonly DataGrouping[]
  offered: readonly DataGrouping[]
  look: PartLook
  className?: string | undefined
  onMetric(metric: Metric): void
  onBy(by: readonly DataGrouping[]): void
}

/** Charges over time by part; or calls, or tokens. */
export function PartChart(props: PartChartProps) {
  const { t, i18n } = useTranslation('dashboard')
  const format = useQuotaFormat()
  const { overview, look, metric, by } = props
  const words = { ...look, others: (count: number) => t('others', { count }) }
  const names = by.map((name) => t(`by.${name}`))
  const linkOf = ({ index, series }: ChartPlace) => {
    const part = series === null ? undefined : overview?.parts[series]
    return shortSearch({ ...stepSearch(props, index), ...(part && partFilters(part)) })
  }
  return (
    <ChartPanel
      {...props}
      title={t(`chart.${metric}`, { by: formatList(names, i18n.resolvedLanguage) })}
      series={overview ? buildPartSeries(overview, metric, words) : []}
      kind="bars"
      height={300}
      formatValue={(value) => (metric === 'quota' ? formatQuota(value, format) : formatCount(value))}
      total={t('total')}
      linkOf={linkOf}
      extra={
        <>
          <Segmented<Metric>
            size="small"
            aria-label={t('metric.label')}
            value={metric}
            onChange={props.onMetric}
            options={metrics.map((value) => ({ value, label: t(`metric.${value}`) }))}
          />
          <GroupingSelects {...props} />
        </>
      }
    />
  )
}

function GroupingSelects({ by, offered, onBy }: Pick<PartChartProps, 'by' | 'offered' | 'onBy'>) {
  const { t } = useTranslation('dashboard')
  const [first = 'model', second] = by
  const known = dataGroupings.filter((name) => offered.includes(name))
  return (
    <>
      <Select<DataGrouping>
        size="small"
        popupMatchSelectWidth={false}
        aria-label={t('by.label')}
        value={first}
        options={known.map((value) => ({ value, label: t(`by.first.${value}`) }))}
        onChange={(next) => onBy(second === undefined || next === second ? [next] : [next, second])}
      />
      <Select<DataGrouping | ''>
        size="small"
        className={css.by}
        popupMatchSelectWidth={false}
        aria-label={t('by.more')}
        value={second ?? ''}
        options={[
          { value: '', label: t('by.alone') },
          ...known.filter((name) => name !== first).map((value) => ({ value, label: t(`by.second.${value}`) })),
        ]}
        onChange={(next) => onBy(next === '' ? [first] : [first, next])}
      />
    </>
  )
}

/** Health: failures, speed and throughput. */
export function HealthCharts(props: ChartsProps) {
  const { t } = useTranslation('dashboard')
  const colors = useChartColors()
  const [first = '', second = '', third = ''] = colors.series
  const series = props.overview?.series
  const height = 180
  const linkOf = ({ index }: ChartPlace) => shortSearch(stepSearch(props, index))
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
        linkOf={({ index, series: hit }) =>
          shortSearch({ ...stepSearch(props, index), ...(hit === 1 && { type: logType.error }) })
        }
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
        title={t('chart.speed')}
        formatValue={formatSpeed}
        linkOf={linkOf}
        series={[
          {
            name: t('series.speed'),
            color: second,
            values: (series?.completion_tokens ?? []).map((completion_tokens, index) =>
              tokensPerSecond({ completion_tokens, use_time_ms: series?.use_time_ms[index] ?? 0 }),
            ),
          },
        ]}
      />
      <ChartPanel
        {...props}
        height={height}
        kind={'bars'}
        hasLegend={true}
        title={t('chart.inOut')}
        formatValue={formatCount}
        total={t('total')}
        linkOf={linkOf}
        series={[
          { name: t('series.input'), color: second, values: series?.prompt_tokens ?? [] },
          { name: t('series.output'), color: third, values: series?.completion_tokens ?? [] },
        ]}
      />
    </>
  )
}
