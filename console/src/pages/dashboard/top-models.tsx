import type { DataModel, DataOverview } from '@sluice/contract/data'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatDuration, formatNumber, formatPercent } from '../../lib/format.ts'
import { errorPercent, meanLatency } from './build-figures.ts'
import { shareOf } from './build-series.ts'
import css from './dashboard.module.css'
import { Nothing, Panel } from './panel.tsx'

export interface TopModelsProps {
  overview: DataOverview | undefined
  isStale: boolean
  color(name: string): string
  /** Additional filters of the usage log behind a name. */
  logSearch: Record<string, unknown>
}

/** The models with the charges; also the legend of the chart's colours. */
export function TopModels({ overview, isStale, color, logSearch }: TopModelsProps) {
  const { t } = useTranslation('dashboard')
  const { models = [], others = null, sums } = overview ?? {}
  return (
    <Panel title={t('topModels')} isStale={isStale}>
      {overview && models.length === 0 && <Nothing>{t('nothing')}</Nothing>}
      {sums && models.length > 0 && (
        <ol className={css.models}>
          {models.map((model) => (
            <li key={model.model_name}>
              <Link
                to="/log"
                search={{ ...logSearch, model_name: model.model_name }}
                className={css.modelName}
                title={model.model_name}
              >
                <span className={css.dot} style={{ background: color(model.model_name) }} aria-hidden />
                <VendorMark model={model.model_name} />
                <code className={texts.cut}>{model.model_name}</code>
              </Link>
              <ModelFigures model={model} color={color(model.model_name)} share={shareOf(model, sums)} />
            </li>
          ))}
          {others && (
            <li>
              <span className={css.modelName}>
                <span className={css.dot} style={{ background: color('') }} aria-hidden />
                {t('others', { count: others.count })}
              </span>
              <ModelFigures model={others} color={color('')} share={shareOf(others, sums)} />
            </li>
          )}
        </ol>
      )}
    </Panel>
  )
}

function ModelFigures(props: { model: Omit<DataModel, 'model_name'>; color: string; share: number }) {
  const { t } = useTranslation('dashboard')
  const { model, color, share } = props
  const latency = meanLatency(model)
  const failed = errorPercent(model) ?? 0
  return (
    <>
      <span className={css.modelQuota}>
        <QuotaText value={model.quota} />
      </span>
      <span className={css.bar} aria-hidden>
        <span style={{ width: `${share * 100}%`, background: color }} />
      </span>
      <span className={css.modelFacts}>
        <span>{formatPercent(share * 100)}</span>
        <span>{t('calls', { count: model.calls, number: formatNumber(model.calls) })}</span>
        {latency !== null && <span>{formatDuration(latency)}</span>}
        {model.errors > 0 && (
          <span className={css.failed} data-tone={failed >= 5 ? 'bad' : 'some'}>
            {t('failedShare', { percent: formatPercent(failed) })}
          </span>
        )}
      </span>
    </>
  )
}
