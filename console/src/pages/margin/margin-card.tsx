import type { MarginKey, MarginRow } from '@sluice/contract/margin'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatNumber } from '../../lib/format.ts'
import { KeyCell } from './key-cells.tsx'
import css from './margin.module.css'
import { KnownQuota, MarginText, PercentText, UnknownShare } from './margin-figures.tsx'

/** A line on a phone: its dimensions, charge, cost and margin. */
export function MarginCard({ row, keys }: { row: MarginRow; keys: readonly MarginKey[] }) {
  const { t } = useTranslation('margin')
  return (
    <div className={css.card}>
      <div className={css.cardKeys}>
        {keys.map((key) => (
          <KeyCell key={key} row={row} of={key} />
        ))}
        <span className={css.cardPercent}>
          <PercentText sums={row} />
        </span>
      </div>
      <dl className={css.cardFigures}>
        <div>
          <dt>{t('column.charge')}</dt>
          <dd>
            <QuotaText value={row.charge} />
          </dd>
        </div>
        <div>
          <dt>{t('column.cost')}</dt>
          <dd>
            <KnownQuota value={row.cost} />
          </dd>
        </div>
        <div>
          <dt>{t('column.margin')}</dt>
          <dd>
            <MarginText sums={row} />
          </dd>
        </div>
      </dl>
      <div className={css.cardLine}>
        <span>{t('calls', { count: row.calls, number: formatNumber(row.calls) })}</span>
        <span>
          {t('column.unknown')} <UnknownShare sums={row} />
        </span>
      </div>
    </div>
  )
}
