import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import type { DataOverview } from '@sluice/contract/data'
import { Skeleton, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import texts from '../../components/text.module.css'
import { exactQuota, formatCount, formatNumber, formatPercent, formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import {
  buildFigures,
  type Figure,
  figureNames,
  formatExactSpeed,
  formatSpeed,
  isShare,
  toneOf,
} from './build-figures.ts'
import css from './dashboard.module.css'
import { firstTokenText } from './first-token-text.ts'

/** The period in figures, compared with the previous one. */
export function FigureCards({ overview, isStale }: { overview: DataOverview | undefined; isStale: boolean }) {
  const { t } = useTranslation('dashboard')
  const figures = overview === undefined ? [] : buildFigures(overview)
  return (
    <dl className={css.figures} aria-label={t('figures')} aria-busy={isStale}>
      {figureNames.map((name) => {
        const figure = figures.find((one) => one.name === name)
        return (
          <div key={name} className={css.figure} data-stale={isStale}>
            <dt className={texts.note}>
              <Tooltip title={t(`figure.${name}.hint`)}>{t(`figure.${name}.label`)}</Tooltip>
            </dt>
            <dd>{figure ? <FigureValue figure={figure} /> : <Skeleton.Button active size="small" />}</dd>
            <dd className={css.figureChange}>
              {figure && <FigureBeside figure={figure} />}
              {figure && <FigureChange figure={figure} />}
            </dd>
            <dd className={css.figureCourse}>{figure && <Sparkline values={figure.course} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function useFigureText() {
  const { t } = useTranslation('dashboard')
  const format = useQuotaFormat()
  const speedText = (tokens: string) => t('speed', { tokens })
  return ({ name }: Pick<Figure, 'name'>, value: number | null): { short: string; exact: string } => {
    if (value === null) return { short: '–', exact: '–' }
    switch (name) {
      case 'quota':
        return { short: formatQuota(value, format), exact: exactQuota(value, format) }
      case 'calls':
        return { short: formatCount(value), exact: formatNumber(value) }
      case 'errors':
      case 'cached':
        return { short: formatPercent(value), exact: formatPercent(value) }
      // Counted by intervals, so that it is near the exact time.
      case 'firstToken': {
        const text = firstTokenText(t, value)
        return { short: text, exact: text }
      }
      case 'speed':
        return { short: speedText(formatSpeed(value)), exact: speedText(formatExactSpeed(value)) }
    }
  }
}

function FigureValue({ figure }: { figure: Figure }) {
  const text = useFigureText()(figure, figure.value)
  return (
    <Tooltip title={text.exact === text.short ? undefined : text.exact}>
      <span className={css.figureValue}>{text.short}</span>
    </Tooltip>
  )
}

const isUnchanged = (change: number | null): boolean => change !== null && Math.abs(change) < 0.05

function FigureBeside({ figure }: { figure: Figure }) {
  const { t } = useTranslation('dashboard')
  const textOf = useFigureText()
  const { beside = null, change } = figure
  if (beside === null) return null
  const text = t('percentile95', { time: textOf(figure, beside).short })
  return <span className={texts.hint}>{isUnchanged(change) ? text : `${text} · `}</span>
}

function FigureChange({ figure }: { figure: Figure }) {
  const { t } = useTranslation('dashboard')
  const before = useFigureText()(figure, figure.before).exact
  const { change, name, beside = null } = figure
  const isSame = isUnchanged(change)
  // Beside another figure there is room for a change only.
  if (isSame && beside !== null) return null
  if (change === null) return <span className={texts.faint}>{t('change.none')}</span>
  const size = formatPercent(Math.abs(change))
  const text = isShare(name) ? t('change.points', { size: size.replace('%', '') }) : size
  const direction = isSame ? t('change.same') : change > 0 ? t('change.up') : t('change.down')
  return (
    <Tooltip title={t('change.before', { before })}>
      <span className={css.change} data-tone={toneOf(figure)}>
        {!isSame && (change > 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />)}
        <span className="visually-hidden">{direction} </span>
        {isSame ? direction : text}
      </span>
      <span className={css.figureAgainst}>
        {' '}
        <span className={texts.faint}>{t('change.against')}</span>
      </span>
    </Tooltip>
  )
}
