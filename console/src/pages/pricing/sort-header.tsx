import CaretDownOutlined from '@ant-design/icons-svg/es/asn/CaretDownOutlined'
import CaretUpOutlined from '@ant-design/icons-svg/es/asn/CaretUpOutlined'
import { useTranslation } from 'react-i18next'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import css from './pricing.module.css'
import type { Order } from './select-rows.ts'

interface SortHeaderProps {
  by: 'input' | 'output'
  order: Order
  onOrder(order: Order): void
  /** The part that the prices of the column are for. */
  unit: string
}

/** The head of a price column: ascending, descending, and back to the order of names. */
export function SortHeader({ by, order, onOrder, unit }: SortHeaderProps) {
  const { t } = useTranslation('pricing')
  const [isUp, isDown] = [order === by, order === `-${by}`]
  return (
    <th
      scope="col"
      className={`${css.head} ${css.priceColumn}`}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      <button
        type="button"
        className={css.sort}
        data-on={isUp || isDown}
        aria-label={t('sortBy', { column: t(`column.${by}`) })}
        onClick={() => onOrder(isUp ? `-${by}` : isDown ? '' : by)}
      >
        <span>
          {t(`column.${by}`)} <small className={`${css.quiet} ${css.unit}`}>{unit}</small>
        </span>
        <PlainIcon of={isDown ? CaretDownOutlined : CaretUpOutlined} />
      </button>
    </th>
  )
}
