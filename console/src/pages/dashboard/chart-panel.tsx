import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import type { DataOverview } from '@sluice/contract/data'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart, type ChartPlace } from '../../components/charts/chart.tsx'
import { useChartColors } from '../../components/charts/use-chart-colors.ts'
import { Row } from '../../components/layout.tsx'
import { formatList } from '../../lib/format-list.ts'
import { useThemeMode } from '../../lib/theme-mode.ts'
import { buildOption } from './build-option.ts'
import { buildRows, type ChartSeries } from './build-series.ts'
import css from './dashboard.module.css'
import type { LogSearch } from './log-search.ts'
import { Nothing, Panel } from './panel.tsx'
import { stepTitle } from './step-labels.ts'

export interface ChartPanelProps {
  title: string
  overview: DataOverview | undefined
  isStale: boolean
  series: readonly ChartSeries[]
  kind: 'bars' | 'line'
  /** Minimum height; a taller neighbour increases it. */
  height: number
  formatValue(value: number): string
  /** The series have a sum with this label. */
  total?: string
  /** A legend below the title, if there is no other. */
  hasLegend?: boolean
  extra?: ReactNode
  /** The calls behind a step, and behind one of the series if it is known. */
  linkOf(place: ChartPlace): LogSearch
  className?: string | undefined
}

/** A chart that is also available as a table. */
export function ChartPanel(props: ChartPanelProps) {
  const { t } = useTranslation('dashboard')
  const [isTable, setIsTable] = useState(false)
  const { title, overview, series, height, hasLegend } = props
  const isEmpty = series.every(({ values }) => values.every((value) => value === null || value === 0))
  return (
    <Panel
      title={title}
      isStale={props.isStale}
      className={props.className}
      extra={
        <Row wrap>
          {props.extra}
          <Button
            type="text"
            size="small"
            icon={isTable ? <BarChartOutlined /> : <TableOutlined />}
            aria-label={t(isTable ? 'asChart' : 'asTable', { title })}
            title={t(isTable ? 'asChart' : 'asTable', { title })}
            onClick={() => setIsTable(!isTable)}
          />
        </Row>
      }
    >
      {hasLegend && (
        <Row as="ul" align="stretch" wrap className={css.legend}>
          {series.map(({ name, color }) => (
            <Row as="li" gap={6} key={name}>
              <span className={css.dot} style={{ background: color }} aria-hidden />
              {name}
            </Row>
          ))}
        </Row>
      )}
      <div className={css.plot} style={{ minHeight: height }}>
        {overview === undefined ? null : isEmpty ? (
          <Nothing>{t(overview.sums.errors > 0 ? 'onlyFailed' : 'nothing')}</Nothing>
        ) : isTable ? (
          <SeriesTable {...props} overview={overview} />
        ) : (
          <SeriesChart {...props} overview={overview} />
        )}
      </div>
    </Panel>
  )
}

type Known = ChartPanelProps & { overview: DataOverview }

function SeriesChart({ title, overview, series, kind, formatValue, total, linkOf }: Known) {
  const navigate = useNavigate()
  const { t, i18n } = useTranslation('dashboard')
  const colors = useChartColors()
  const mode = useThemeMode()
  const language = i18n.resolvedLanguage ?? 'zh'
  // Redrawn only when its data changes, not at each render, which would hide the tooltip.
  const drawnKey = JSON.stringify([overview.starts, series, kind, mode, language, total])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents all of them.
  const option = useMemo(
    () => buildOption({ overview, series, kind, colors, language, formatValue, total }),
    [drawnKey],
  )
  const label = t('chartLabel', {
    title,
    names: formatList(
      series.map(({ name }) => name),
      language,
    ),
  })
  return <Chart option={option} label={label} onPick={(place) => navigate({ to: '/log', search: linkOf(place) })} />
}

function SeriesTable({ title, overview, series, formatValue, total, linkOf }: Known) {
  const { t, i18n } = useTranslation('dashboard')
  const language = i18n.resolvedLanguage ?? 'zh'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={css.tableScroll} tabIndex={0} aria-label={title}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {total !== undefined && <th scope="col">{total}</th>}
          </tr>
        </thead>
        <tbody>
          {buildRows(overview.starts, series).map(({ at, index, values, total: sum }) => (
            <tr key={at}>
              <th scope="row">
                <Link to="/log" search={linkOf({ index, series: null })}>
                  {stepTitle(at, overview.step, language)}
                </Link>
              </th>
              {series.map(({ name }, place) => {
                const value = values[place] ?? null
                return <td key={name}>{value === null ? '–' : formatValue(value)}</td>
              })}
              {total !== undefined && <td>{formatValue(sum)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
