import type { DataPart } from '@sluice/contract/data'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { errorPercent, formatSpeed, tokensPerSecond } from './build-figures.ts'
import { shareOf } from './build-series.ts'
import type { ChartsProps } from './charts.tsx'
import css from './dashboard.module.css'
import { shortSearch } from './log-search.ts'
import { Nothing, Panel } from './panel.tsx'
import { partFilters, partKey } from './part-name.ts'
import type { PartLook } from './use-part-look.ts'

export interface TopPartsProps extends ChartsProps {
  title: string
  look: PartLook
}

/** The parts with the charges; also the legend of the chart's colours. A name opens its calls in the usage log. */
export function TopParts({ overview, isStale, look, logSearch, title }: TopPartsProps) {
  const { t } = useTranslation('dashboard')
  const { parts = [], others = null, sums } = overview ?? {}
  return (
    <Panel title={title} isStale={isStale}>
      {overview && parts.length === 0 && <Nothing>{t('nothing')}</Nothing>}
      {sums && parts.length > 0 && (
        <ol className={css.models}>
          {parts.map((part) => (
            <li key={partKey(part)}>
              <PartName part={part} look={look} logSearch={logSearch} />
              <PartFigures part={part} color={look.color(part)} share={shareOf(part, sums)} />
            </li>
          ))}
          {others && (
            <li>
              <span className={css.modelName}>
                <span className={css.dot} style={{ background: look.color(null) }} aria-hidden />
                {t('others', { count: others.count })}
              </span>
              <PartFigures part={others} color={look.color(null)} share={shareOf(others, sums)} />
            </li>
          )}
        </ol>
      )}
    </Panel>
  )
}

function PartName({ part, look, logSearch }: { part: DataPart } & Pick<TopPartsProps, 'look' | 'logSearch'>) {
  const names = look.names(part)
  const filters = partFilters(part)
  const shown = (
    <>
      <span className={css.dot} style={{ background: look.color(part) }} aria-hidden />
      {part.model_name !== undefined && <VendorMark model={part.model_name} />}
      <span className={texts.cut}>
        {names.map((name, index) => (
          <Fragment key={index}>
            {index > 0 && ' · '}
            {name === part.model_name ? <code>{name}</code> : name}
          </Fragment>
        ))}
      </span>
    </>
  )
  if (filters === null) return <span className={css.modelName}>{shown}</span>
  return (
    <Link
      to="/log"
      search={shortSearch({ ...logSearch, ...filters })}
      className={css.modelName}
      title={names.join(' · ')}
    >
      {shown}
    </Link>
  )
}

function PartFigures({ part, color, share }: { part: Omit<DataPart, 'series'>; color: string; share: number }) {
  const { t } = useTranslation('dashboard')
  const speed = tokensPerSecond(part)
  const failed = errorPercent(part) ?? 0
  return (
    <>
      <span className={css.modelQuota}>
        <QuotaText value={part.quota} />
      </span>
      <span className={css.bar} aria-hidden>
        <span style={{ width: `${share * 100}%`, background: color }} />
      </span>
      <span className={css.modelFacts}>
        <span>{formatPercent(share * 100)}</span>
        <span>{t('calls', { count: part.calls, number: formatNumber(part.calls) })}</span>
        {speed !== null && <span>{t('speed', { tokens: formatSpeed(speed) })}</span>}
        {part.errors > 0 && (
          <span className={css.failed} data-tone={failed >= 5 ? 'bad' : 'some'}>
            {t('failedShare', { percent: formatPercent(failed) })}
          </span>
        )}
      </span>
    </>
  )
}
