import type { PricingRow } from '@sluice/contract/pricing'
import { useTranslation } from 'react-i18next'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { PriceAmount } from './price-amount.tsx'
import { fixedLineOf, lineOf, priceLines } from './price-lines.ts'
import type { PriceListProps } from './price-table.tsx'
import css from './pricing.module.css'
import { CacheAmounts, NoPrice, RowFacts, RowName } from './row-facts.tsx'
import { WindowRows } from './window-rows.tsx'

const cardHeight = 122

/** The same list on a phone: a card for each model. */
export function PriceCards({
  rows,
  ratio,
  onOpen,
  compared,
}: Pick<PriceListProps, 'rows' | 'ratio' | 'onOpen' | 'compared'>) {
  const { t } = useTranslation('pricing')
  return (
    <WindowRows count={rows.length} rowHeight={cardHeight}>
      {({ listRef, indices, before, after, measure }) => (
        <ul
          ref={listRef}
          className={css.cards}
          aria-label={t('title')}
          style={{ paddingTop: before, paddingBottom: after }}
        >
          {indices.map((index) => {
            const row = rows[index]
            return (
              row && (
                <li key={row.model_name} ref={measure} data-index={index}>
                  <Card row={row} ratio={ratio} onOpen={onOpen} compared={compared} />
                </li>
              )
            )
          })}
        </ul>
      )}
    </WindowRows>
  )
}

interface CardProps extends Pick<PriceListProps, 'ratio' | 'onOpen' | 'compared'> {
  row: PricingRow
}

function Card({ row, ratio, onOpen, compared }: CardProps) {
  const name = row.model_name
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button with the name does the same for the keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button is the control.
    <div className={css.card} onClick={() => onOpen(name)}>
      <div className={css.cardHead}>
        <RowName name={name} onOpen={onOpen} compared={compared} />
        <RowFacts row={row} />
      </div>
      {row.is_priced ? <CardPrices row={row} ratio={ratio} /> : <NoPrice />}
    </div>
  )
}

function CardPrices({ row, ratio }: { row: PricingRow; ratio: number }) {
  const { t } = useTranslation('pricing')
  const { inCurrency } = useQuotaFormat()
  const lines = priceLines(row, ratio)
  const fixed = fixedLineOf(lines)
  if (fixed) return <PriceAmount line={fixed} />
  const unit = inCurrency ? t('perMillion') : t('ratioUnit')
  return (
    <>
      <dl className={css.cardPrices}>
        {(['input', 'output'] as const).map((part) => {
          const line = lineOf(lines, part)
          return (
            line && (
              <div key={part}>
                <dt>
                  {t(`part.${part}`)} <small className={css.quiet}>{unit}</small>
                </dt>
                <dd>
                  <PriceAmount line={line} />
                </dd>
              </div>
            )
          )
        })}
      </dl>
      {lineOf(lines, 'cacheRead') && (
        <div className={css.cardCache}>
          <span>{t('column.cache')}</span>
          <CacheAmounts lines={lines} />
        </div>
      )}
    </>
  )
}
