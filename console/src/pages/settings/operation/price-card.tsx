import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import css from './operation.module.css'
import { DollarsCell, ModelName, type PriceActions, PriceCell, RatioCell, useRowActions } from './price-columns.tsx'
import type { PriceRow } from './price-rows.ts'

/** The price of a model on a phone. */
export function PriceCard({ row, actions }: { row: PriceRow; actions: PriceActions }) {
  const { t } = useTranslation('settings-prices')
  const rowActions = useRowActions(actions)
  return (
    <div className={css.cardBody}>
      <Row justify="between">
        <ModelName row={row} />
        <RowActions name={row.name} visible={rowActions(row)} menu={[]} />
      </Row>
      <div className={css.cardFigures}>
        <span>
          <small>{t('prices.fixed')}</small>
          <PriceCell row={row} actions={actions} />
        </span>
        <span>
          <small>{t('prices.ratio')}</small>
          <RatioCell row={row} actions={actions} field="ratio" />
        </span>
        <span>
          <small>{t('prices.completionRatio')}</small>
          <RatioCell row={row} actions={actions} field="completionRatio" />
        </span>
      </div>
      <Row as="p" gap={12} align="baseline" justify="between" className={css.cardLine}>
        <small>{t('prices.perMillion')}</small>
        <DollarsCell row={row} quotaPerUnit={actions.quotaPerUnit} />
      </Row>
    </div>
  )
}
