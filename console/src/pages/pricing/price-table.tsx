import type { PricingRow } from '@sluice/contract/pricing'
import { useTranslation } from 'react-i18next'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { PriceAmount } from './price-amount.tsx'
import { fixedLineOf, lineOf, priceLines } from './price-lines.ts'
import css from './pricing.module.css'
import { CacheAmounts, GroupTags, NoPrice, RowFacts, RowName } from './row-facts.tsx'
import type { Order } from './select-rows.ts'
import { SortHeader } from './sort-header.tsx'
import type { Compared } from './use-compared.ts'
import { WindowRows } from './window-rows.tsx'

export interface PriceListProps {
  rows: PricingRow[]
  group: string
  ratio: number
  order: Order
  onOrder(order: Order): void
  onOpen(model: string): void
  compared: Compared
}

const rowHeight = 60

/** All models, of which only the rows near the view exist in the page. */
export function PriceTable({ rows, group, ratio, order, onOrder, onOpen, compared }: PriceListProps) {
  const { t } = useTranslation('pricing')
  const { inCurrency } = useQuotaFormat()
  const unit = inCurrency ? t('perMillion') : t('ratioUnit')
  return (
    <table className={css.table} aria-rowcount={rows.length + 1} aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col" className={css.head}>
            {t('column.model')}
          </th>
          <SortHeader by="input" order={order} onOrder={onOrder} unit={unit} />
          <SortHeader by="output" order={order} onOrder={onOrder} unit={unit} />
          <th scope="col" className={`${css.head} ${css.cacheColumn}`}>
            {t('column.cache')}
          </th>
          <th scope="col" className={`${css.head} ${css.groupsColumn}`}>
            {t('column.groups')}
          </th>
        </tr>
      </thead>
      <WindowRows count={rows.length} rowHeight={rowHeight}>
        {({ listRef, indices, before, after }) => (
          <tbody ref={listRef}>
            <Gap height={before} />
            {indices.map((index) => {
              const row = rows[index]
              return (
                row && (
                  <Row
                    key={row.model_name}
                    row={row}
                    group={group}
                    ratio={ratio}
                    onOpen={onOpen}
                    compared={compared}
                    rowIndex={index + 2}
                  />
                )
              )
            })}
            <Gap height={after} />
          </tbody>
        )}
      </WindowRows>
    </table>
  )
}

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className={css.gap}>
      <td style={{ height }} />
    </tr>
  )

interface RowProps extends Pick<PriceListProps, 'group' | 'ratio' | 'onOpen' | 'compared'> {
  row: PricingRow
  rowIndex: number
}

function Row({ row, group, ratio, onOpen, compared, rowIndex }: RowProps) {
  const name = row.model_name
  return (
    // The button with the name does the same for the keyboard.
    <tr className={css.row} aria-rowindex={rowIndex} onClick={() => onOpen(name)}>
      <th scope="row">
        <RowName name={name} title={name} onOpen={onOpen} compared={compared} />
        <RowFacts row={row} />
      </th>
      <PriceCells row={row} ratio={ratio} />
      <td className={css.groupsColumn}>
        <GroupTags row={row} group={group} />
      </td>
    </tr>
  )
}

function PriceCells({ row, ratio }: { row: PricingRow; ratio: number }) {
  if (!row.is_priced)
    return (
      <>
        <td colSpan={2}>
          <NoPrice />
        </td>
        <td className={css.cacheColumn} />
      </>
    )
  const lines = priceLines(row, ratio)
  const [input, output, fixed] = [lineOf(lines, 'input'), lineOf(lines, 'output'), fixedLineOf(lines)]
  return (
    <>
      {fixed && (
        <td colSpan={2}>
          <PriceAmount line={fixed} />
        </td>
      )}
      {input && (
        <td>
          <PriceAmount line={input} />
        </td>
      )}
      {output && (
        <td>
          <PriceAmount line={output} />
        </td>
      )}
      <td className={css.cacheColumn}>
        <CacheAmounts lines={lines} />
      </td>
    </>
  )
}
