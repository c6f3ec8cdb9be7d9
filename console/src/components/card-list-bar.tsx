import SortAscendingOutlined from '@ant-design/icons/es/icons/SortAscendingOutlined'
import SortDescendingOutlined from '@ant-design/icons/es/icons/SortDescendingOutlined'
import { Button, Checkbox, Select } from 'antd'
import type { Key } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from './data-column.ts'
import css from './data-table.module.css'

interface CardListBarProps<Row> {
  columns: readonly DataColumn<Row>[]
  sorting: { by: string; isAscending: boolean; onSort(by: string, isAscending: boolean): unknown } | undefined
  selection: { keys: Key[]; onChange(keys: Key[]): void } | undefined
  rowKeys: readonly Key[]
}

/** Sorting and the selection of all rows, for cards that replace the table on phones. */
export function CardListBar<Row>({ columns, sorting, selection, rowKeys }: CardListBarProps<Row>) {
  const { t } = useTranslation()
  const sortable = sorting ? columns.filter((column) => column.sortable) : []
  if (rowKeys.length === 0 || (sortable.length === 0 && !selection)) return null
  return (
    <div className={css.cardBar}>
      {selection && <TickAll selection={selection} rowKeys={rowKeys} />}
      {sorting && sortable.length > 0 && (
        <div className={css.cardOrder}>
          <Select
            size="small"
            aria-label={t('table.sortBy')}
            placeholder={t('table.sortBy')}
            value={sortable.some(({ key }) => key === sorting.by) ? sorting.by : undefined}
            options={sortable.map(({ key, title }) => ({ value: key, label: title }))}
            popupMatchSelectWidth={false}
            onChange={(by) => sorting.onSort(by, false)}
          />
          <Button
            size="small"
            type="text"
            disabled={sorting.by === ''}
            icon={sorting.isAscending ? <SortAscendingOutlined /> : <SortDescendingOutlined />}
            aria-label={t(sorting.isAscending ? 'table.ascending' : 'table.descending')}
            onClick={() => sorting.onSort(sorting.by, !sorting.isAscending)}
          />
        </div>
      )}
    </div>
  )
}

function TickAll({
  selection: { keys, onChange },
  rowKeys,
}: {
  selection: { keys: Key[]; onChange(keys: Key[]): void }
  rowKeys: readonly Key[]
}) {
  const { t } = useTranslation()
  const ticked = new Set(keys)
  const count = rowKeys.filter((key) => ticked.has(key)).length
  const isAll = count === rowKeys.length
  const change = () => {
    const ofList = new Set(rowKeys)
    onChange(isAll ? keys.filter((key) => !ofList.has(key)) : [...new Set([...keys, ...rowKeys])])
  }
  return (
    <Checkbox checked={isAll} indeterminate={count > 0 && !isAll} onChange={change}>
      {t('table.selectAll', { count: rowKeys.length })}
    </Checkbox>
  )
}
