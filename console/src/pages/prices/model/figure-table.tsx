import type { PriceFields } from '@sluice/contract/price-rules'
import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { useTranslation } from 'react-i18next'
import texts from '../../../components/text.module.css'
import css from '../prices.module.css'
import { type FigureKey, figureKeys, figureText, figureValueOf } from '../sheet/figures.ts'
import { PriceCell } from '../sheet/price-cell.tsx'
import { useShareText } from '../sheet/sheet-cells.tsx'
import { useSheet } from '../sheet/sheet-context.ts'

/** All figures, with those of the maker's list and the cost beside them. */
export function FigureTable({ row }: { row: PriceSheetRow }) {
  const { t } = useTranslation('prices')
  const { units } = useSheet()
  const amount = (fields: PriceFields | null, key: FigureKey) => {
    const value = fields === null ? null : figureValueOf(fields, key, units)
    return value === null ? '–' : figureText(value, units)
  }
  const shareText = useShareText(row.cost.share)
  return (
    <table className={css.figures}>
      {shareText !== null && (
        <caption className={texts.note}>
          {t('model.cost')}: {shareText}
        </caption>
      )}
      <thead className={texts.second}>
        <tr>
          <th scope="col">{t(units.unit === 'ratios' ? 'model.inRatios' : 'model.inDollars')}</th>
          <th scope="col">{t('model.price')}</th>
          <th scope="col">{t('model.list')}</th>
          <th scope="col">{t('model.cost')}</th>
        </tr>
      </thead>
      <tbody>
        {figureKeys.map((key) => (
          <tr key={key}>
            <th scope="row">{t(`figure.${key}`)}</th>
            <td>
              <PriceCell row={row} figure={key} />
            </td>
            <td>{amount(row.list, key)}</td>
            <td>{amount(row.cost.fields, key)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
