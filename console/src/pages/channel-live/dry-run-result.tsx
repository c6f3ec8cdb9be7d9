import type { DryRun } from '@sluice/contract/dry-run'
import { Alert, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatPercent, formatRatio } from '../../lib/format.ts'
import css from './channel-live.module.css'

const dollars = (value: number | null): string => `$${formatRatio(value ?? 0)}`

/** Candidates with their chances, what excludes the others, and the price. */
export function DryRunResult({ result }: { result: DryRun }) {
  const { t } = useTranslation('routing')
  const { group, model, attempts, candidates, excluded, price, refusal } = result
  const strategy = t(`strategies.${result.strategy}`)
  const hidden = result.excluded_total - excluded.length
  return (
    <div role="status">
      <h3>{t('dryRun.summary', { group, model, strategy, attempts })}</h3>
      {result.hedge_ms !== null && <p>{t('dryRun.hedge', { ms: result.hedge_ms })}</p>}
      {refusal && <Alert type="warning" showIcon title={t('dryRun.refused')} description={refusal.message} />}
      <h3>{t('dryRun.candidates')}</h3>
      {candidates.length === 0 && <p className={css.empty}>{t('dryRun.noCandidates')}</p>}
      <ul className={css.list}>
        {candidates.map((one) => (
          <li key={one.id} className={css.candidate}>
            <span className={css.name}>
              {one.name} <span className={css.faint}>#{one.id}</span>
            </span>
            <Progress
              percent={one.chance * 100}
              showInfo={false}
              size="small"
              aria-label={t('dryRun.chance')}
            />
            <span className={css.number}>{formatPercent(one.chance * 100)}</span>
            <span>
              {[
                t('dryRun.about', { priority: one.priority, weight: one.weight, count: one.in_flight }),
                ...(one.rest_seconds > 0 ? [t('dryRun.rests', { seconds: one.rest_seconds })] : []),
                ...(one.limited_seconds > 0 ? [t('dryRun.limited', { seconds: one.limited_seconds })] : []),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <h3>{t('dryRun.price')}</h3>
      <p>{priceText()}</p>
      {excluded.length > 0 && (
        <>
          <h3>{t('dryRun.excluded')}</h3>
          <ul className={css.list}>
            {excluded.map(({ id, name, codes }) => (
              <li key={id} className={css.name}>
                {name} <span className={css.faint}>#{id}</span>:{' '}
                {codes.map((code) => t(`exclusions.${code}`)).join(' · ')}
              </li>
            ))}
          </ul>
          {hidden > 0 && <p className={css.empty}>{t('more', { count: hidden })}</p>}
        </>
      )}
    </div>
  )

  function priceText(): string {
    if (price === null) return t('dryRun.noPrice')
    const amount =
      price.per_call === null
        ? t('dryRun.tokenPrice', { input: dollars(price.input), output: dollars(price.output) })
        : t('dryRun.callPrice', { price: dollars(price.per_call) })
    return `${amount} · ${t('dryRun.groupRatio', { ratio: price.group_ratio })}`
  }
}
