import type { TableColumnType } from 'antd'
import { Table } from 'antd'
import type { TableRef } from 'antd/es/table'
import { type Key, type MouseEvent, memo, type ReactNode, type Ref, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from './data-column.ts'
import css from './data-table.module.css'
import type { Density } from './use-table-settings.ts'

export const tickWidth = 44
export const expandWidth = 40

export interface TableRowsProps<Row> {
  label: string
  rows: readonly Row[]
  density: Density
  shown: readonly DataColumn<Row>[]
  /** The width of each column where only the rows in view are drawn; otherwise null. */
  widths: ReadonlyMap<string, number> | null
  /** The width of the columns that the table adds. */
  ownWidth: number
  rowKey(row: Row): Key
  rowClassName: ((row: Row) => string) | undefined
  /** Absent: the rows cannot be sorted. */
  sortedBy: string | undefined
  isAscending: boolean
  /** Absent: the rows cannot be ticked. */
  selectedKeys: Key[] | undefined
  /** Whether a click on the row opens it. Absent: no row opens. */
  canOpen: ((row: Row) => boolean) | undefined
  /** What an opened row shows below it. Absent: nothing. */
  openedRow: ((row: Row) => ReactNode) | undefined
  openKey: string | undefined
  outsideHeight: number | undefined
  tableRef: Ref<TableRef> | undefined
  /** These functions never change while the table is mounted. */
  handlers: {
    sort(by: string, isAscending: boolean): unknown
    select(keys: Key[]): unknown
    toggle(row: Row): unknown
  }
}

/** Selecting text in a row ends with a click too, which must not toggle the row. */
const isMarkingText = () => window.getSelection()?.isCollapsed === false

/** A click on a control of the row, or on what it shows elsewhere, such as a menu, is not one on the row. */
const isOnControl = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element &&
  (!currentTarget.contains(target) || target.closest('a, button, input, label, textarea, .ant-select') !== null)

/**
 * The rows of a list as a table. Drawing the visible rows takes a hundred milliseconds, so they are drawn again only if
 * they or their display settings change, and not when the list reloads.
 */
// The type of a memoised component has no type parameters.
export const TableRows = memo(PlainTableRows) as typeof PlainTableRows

function PlainTableRows<Row extends object>(props: TableRowsProps<Row>) {
  const { rows, shown, widths, ownWidth, handlers, selectedKeys, canOpen, openedRow, openKey } = props
  const { t } = useTranslation()
  const bodyHeight = useTableHeight(props.outsideHeight)
  const opens = (row: Row) => canOpen?.(row) === true
  const isOpenElsewhere = (row: Row) => opens(row) && !openedRow && String(props.rowKey(row)) === openKey
  const isFlexible = shown.some(({ flexible }) => flexible)
  return (
    <Table<Row>
      ref={props.tableRef}
      aria-label={props.label}
      size={props.density === 'compact' ? 'middle' : 'large'}
      columns={columnsFor(props)}
      onChange={(_page, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return
        handlers.sort(String(sorter.columnKey), sorter.order === 'ascend')
      }}
      summary={shown.some(({ total }) => total !== undefined) ? () => <TotalsRow columns={shown} /> : undefined}
      dataSource={rows}
      rowKey={props.rowKey}
      pagination={false}
      sticky={widths === null ? { offsetHeader: 56 } : undefined}
      virtual={widths !== null}
      scroll={
        widths === null
          ? { x: isFlexible ? ownWidth + sumOf(shown.map(({ width = 0 }) => width)) : 'max-content' }
          : { x: ownWidth + sumOf(widths.values()), y: bodyHeight }
      }
      tableLayout={isFlexible ? 'fixed' : undefined}
      rowClassName={(row) =>
        `${props.rowClassName?.(row) ?? ''} ${opens(row) ? css.clickable : ''} ${isOpenElsewhere(row) ? css.open : ''}`
      }
      onRow={(row) => ({
        onClick: opens(row)
          ? (event: MouseEvent<HTMLElement>) => isMarkingText() || isOnControl(event) || handlers.toggle(row)
          : undefined,
        // Read by the keys of the list; React has no type for attributes of data here.
        ...(opens(row) && { 'data-opens': true }),
      })}
      rowSelection={
        selectedKeys && {
          fixed: true,
          columnWidth: tickWidth,
          selectedRowKeys: selectedKeys,
          onChange: (keys) => handlers.select(keys),
          preserveSelectedRowKeys: true,
          // The library has these names in English only.
          getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectAllRows') }),
          getCheckboxProps: (row) => ({ 'aria-label': t('table.selectRow', { key: props.rowKey(row) }) }),
        }
      }
      expandable={
        openedRow && {
          expandedRowRender: openedRow,
          columnWidth: expandWidth,
          columnTitle: <span className="visually-hidden">{t('table.expand')}</span>,
          expandedRowKeys: rows.map(props.rowKey).filter((key) => String(key) === openKey),
          onExpand: (_, row) => handlers.toggle(row),
        }
      }
    />
  )
}

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0)

function columnsFor<Row>({ shown, widths, sortedBy, isAscending }: TableRowsProps<Row>): TableColumnType<Row>[] {
  const visible = shown.map(({ key }) => key)
  return shown.map(({ key, title, render, width, flexible, align, fixed, ellipsis, span, sortable }) => ({
    key,
    ...(sortable && sortedBy !== undefined && sorterOf(key === sortedBy, isAscending)),
    title,
    width: widths?.get(key) ?? (flexible ? undefined : width),
    align,
    ...(align === 'right' && { className: 'figures' }),
    ellipsis,
    fixed: fixed ?? (key === 'actions' ? 'end' : undefined),
    onCell: span && ((row: Row) => ({ colSpan: span(row, visible) })),
    render: (_: unknown, row: Row) => render(row),
  }))
}

/** Rows arrive sorted; the first click asks for the largest first. */
const sorterOf = (isSorted: boolean, isAscending: boolean) => ({
  sorter: true,
  sortOrder: isSorted ? (isAscending ? ('ascend' as const) : ('descend' as const)) : null,
  sortDirections: ['descend' as const, 'ascend' as const, 'descend' as const],
  showSorterTooltip: false,
})

/** The row of totals below the rows, aligned with the columns. */
function TotalsRow<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  return (
    <Table.Summary.Row>
      {columns.map(({ key, total, align }, index) => (
        <Table.Summary.Cell key={key} index={index} align={align}>
          {total}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  )
}

/** The page's head, the head of the table, the paging below it, and the space between them. */
const otherHeight = 200
const heightMin = 320

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
/** The height in pixels of rows that scroll by themselves, so that their table fits into the window. */
const useTableHeight = (outside = otherHeight): number =>
  useSyncExternalStore(subscribe, () => Math.max(heightMin, window.innerHeight - outside))
