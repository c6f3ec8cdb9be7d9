import { exactProduct } from '@sluice/contract/decimal'
import { useTranslation } from 'react-i18next'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { amountText } from './amount-text.ts'
import { isFixedPart, type PriceLine } from './price-lines.ts'
import css from './pricing.module.css'

/** The price of a part in the chosen group; beside it the list price if it differs. */
export function PriceAmount({ line }: { line: PriceLine }) {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  const own = amountText(line.part, line.own, format)
  const list = amountText(line.part, line.list, format)
  const minute = amountText(line.part, exactProduct(line.own, 60), format)
  return (
    <span className={css.amount}>
      <b>
        {!isFixedPart(line.part)
          ? own
          : line.own === 0
            ? t('free')
            : t(`fixedPrice.${line.part}`, { price: own, minute })}
      </b>
      {list !== own && <small className={css.quiet}>{t('list', { price: list })}</small>}
    </span>
  )
}
