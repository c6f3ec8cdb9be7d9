import type { ListTotal } from '@sluice/contract/envelope'
import { Button, Pagination } from 'antd'
import type { TableRef } from 'antd/es/table'
import { type Key, type ReactNode, type Ref, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../lib/format.ts'
import { isAdmin, useSessionUser } from '../lib/session.ts'
import type { ListPaging } from '../lib/url-state.ts'
import { CardListBar } from './card-list-bar.tsx'
import { ColumnCard } from './column-card.tsx'
import type { DataColumn } from './data-column.ts'
import css from './data-table.module.css'
import { ColumnChooser } from './data-table-columns.tsx'
import { expandWidth, TableRows, tickWidth } from './data-table-rows.tsx'
import { type EmptyState, ListFrame } from './data-table-states.tsx'
import { findColumnsToHide, withFlexibleWidths } from './fit-columns.ts'
import layout from './layout.module.css'
import { LongCardList } from './long-card-list.tsx'
import { useIsPhone } from './use-is-phone.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useStableHandlers } from './use-stable-handlers.ts'
import { useDensity, useHiddenColumns } from './use-table-settings.ts'

/** The result of a list query; the result of useQuery fits. */
export interface ListQuery<Row> {
  data: ({ items: Row[] } & ListTotal) | undefined
  isFetching: boolean
  error: Error | null
  refetch(): unknown
}

interface ListSorting {
  by: string
  isAscending: boolean
  onSort(by: string, isAscending: boolean): unknown
}

export interface DataTableProps<Row> {
  /** Names the stored settings: `logs` keeps its columns under `logs-table-columns`. */
  id: string
  /** The accessible name. */
  label: string
  columns: DataColumn<Row>[]
  rowKey(row: Row): Key
  query: ListQuery<Row>
  /** From useListState. Absent: everything is on one page. */
  paging?: ListPaging
  /** The row as a card on phones, where it says more than the columns with a place on the card. */
  renderCard?(row: Row): ReactNode
  /** All rows as tiles beside each other, on screens of every width. */
  renderTile?: ((row: Row) => ReactNode) | undefined
  empty: EmptyState
  /** The key of the sorted column, and the direction. The page requests the rows in that order. */
  sorting?: ListSorting
  selection?: {
    keys: Key[]
    /** The number of selected objects, where it differs from the number of keys. */
    count?: number
    onChange(keys: Key[]): void
    actions: ReactNode
  }
  /** The FilterBar, on the left above the table, beside the column chooser. */
  toolbar?: ReactNode
  rowClassName?(row: Row): string
  /** Rows that are without effect are quiet. */
  isOff?(row: Row): boolean
  /** The message when the first load fails. */
  failedTitle?: string | undefined
  /** Pixels of the window that rows which scroll by themselves leave to the page; absent = as a page with a list. */
  outsideHeight?: number
  /** Scrolls to a row that is not drawn. */
  tableRef?: Ref<TableRef>
  /** A click anywhere on a row opens it. The page shows what is open on phones. */
  opening?: {
    /** The key of the open row as a text. */
    openKey: string
    onToggle(row: Row): void
    /** Below the row; absent = it opens elsewhere. */
    render?(row: Row): ReactNode
    /** Which row a card opens, for screen readers. */
    openLabel?(row: Row): string
    /** Which rows open, as a constant; default: all. */
    canOpen?: ((row: Row) => boolean) | undefined
  }
}

const everyRow = () => true

/** Above this number, only visible rows are drawn. */
const drawnRowsMax = 100

/** Rows and the rows within them. */
const countRows = (rows: readonly object[]): number =>
  rows.reduce((sum, row) => sum + 1 + ('children' in row && Array.isArray(row.children) ? row.children.length : 0), 0)

const noRows: never[] = []

const ownWidthOf = <Row,>(props: DataTableProps<Row>): number =>
  (props.selection ? tickWidth : 0) + (props.opening?.render ? expandWidth : 0)

function SelectionBar({ selection }: Pick<DataTableProps<never>, 'selection'>) {
  const { t } = useTranslation()
  if (!selection || selection.keys.length === 0) return null
  return (
    <div className={css.selection} role="status">
      <span>{t('table.selected', { count: selection.count ?? selection.keys.length })}</span>
      {selection.actions}
      <Button size="small" type="text" onClick={() => selection.onChange([])}>
        {t('actions.clearSelection')}
      </Button>
    </div>
  )
}

function Paging({ total, total_max, paging }: ListTotal & { paging: ListPaging }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <div className={css.paging}>
      <Pagination
        size="small"
        simple={isPhone}
        current={paging.page}
        pageSize={paging.pageSize}
        total={total}
        showSizeChanger={!isPhone}
        pageSizeOptions={paging.pageSizes.map(String)}
        showTotal={(count) =>
          total_max === undefined
            ? t('table.results', { count })
            : t('table.someResults', { least: formatNumber(count) })
        }
        onChange={paging.setPage}
      />
    </div>
  )
}

/** A list in all its states: loading, empty, failed, full; as a table, or as cards on phones. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { query, selection, paging, opening, sorting, isOff } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const isForAdmin = isAdmin(useSessionUser())
  const columns = useMemo(
    () => props.columns.filter(({ adminOnly }) => isForAdmin || !adminOnly),
    [props.columns, isForAdmin],
  )
  const hiddenColumns = useHiddenColumns(props.id, columns)
  const [density, setDensity] = useDensity()
  const [section, available] = useWidth<HTMLElement>()
  const hasRowKeys = !isPhone
  useRowKeys(section, hasRowKeys)
  const wanted = columns.filter(({ key }) => !hiddenColumns.hidden.has(key))
  const leaving = findColumnsToHide(wanted, {
    available: available ?? Number.POSITIVE_INFINITY,
    ownWidth: ownWidthOf(props),
    chosen: hiddenColumns.chosen,
  })
  const hidden = new Set([...hiddenColumns.hidden, ...leaving])
  const hiddenNames = [...hidden].join()
  const shown = useMemo(() => {
    const names = new Set(hiddenNames.split(','))
    return columns.filter(({ key }) => !names.has(key))
  }, [columns, hiddenNames])
  const rows = query.data?.items ?? noRows
  const isVirtual = useMemo(() => countRows(rows) > drawnRowsMax, [rows]) && !isPhone && available !== null
  const ownWidth = ownWidthOf(props)
  const widths = useMemo(
    () => (isVirtual && available !== null ? withFlexibleWidths(shown, { available, ownWidth }) : null),
    [isVirtual, available, shown, ownWidth],
  )
  const handlers = useStableHandlers({
    sort: (by: string, isAscending: boolean) => sorting?.onSort(by, isAscending),
    select: (keys: Key[]) => selection?.onChange(keys),
    toggle: (row: Row) => opening?.onToggle(row),
  })
  const openingOf = (row: Row) => opening && { label: opening.openLabel?.(row), onOpen: () => opening.onToggle(row) }
  const ticked = new Set(selection?.keys)
  const tickOf = (key: Key) =>
    selection && {
      label: t('table.selectRow', { key }),
      isOn: ticked.has(key),
      onChange: (isOn: boolean) =>
        selection.onChange(isOn ? [...selection.keys, key] : selection.keys.filter((other) => other !== key)),
    }
  // Without rows there are no columns to choose.
  const isEmpty = query.data !== undefined && rows.length === 0
  const isRefreshing = query.isFetching && query.data !== undefined

  const { renderTile } = props
  const body = () => {
    if (renderTile)
      return (
        <ul className={css.tiles} aria-label={props.label}>
          {rows.map((row) => (
            <li key={props.rowKey(row)}>{renderTile(row)}</li>
          ))}
        </ul>
      )
    if (isPhone) {
      return (
        <LongCardList
          rows={rows}
          label={props.label}
          rowKey={props.rowKey}
          renderCard={
            props.renderCard ??
            ((row) => <ColumnCard columns={columns} row={row} open={openingOf(row)} tick={tickOf(props.rowKey(row))} />)
          }
        />
      )
    }
    return (
      <TableRows<Row>
        label={props.label}
        rows={rows}
        density={density}
        shown={shown}
        widths={widths}
        ownWidth={ownWidth}
        handlers={handlers}
        rowKey={props.rowKey}
        rowClassName={isOff ? (row) => (isOff(row) ? (css.off ?? '') : '') : props.rowClassName}
        sortedBy={sorting?.by}
        isAscending={sorting?.isAscending === true}
        selectedKeys={selection?.keys}
        canOpen={opening && (opening.canOpen ?? everyRow)}
        openedRow={opening?.render}
        openKey={opening?.openKey}
        outsideHeight={props.outsideHeight}
        tableRef={props.tableRef}
      />
    )
  }

  return (
    <section
      ref={section}
      className={css.table}
      data-row-keys={hasRowKeys || undefined}
      aria-label={props.label}
      aria-busy={query.isFetching}
    >
      <div className={css.toolbar}>
        <div className={layout.grow}>{props.toolbar}</div>
        {!isPhone && !renderTile && !isEmpty && (
          <ColumnChooser
            columns={columns}
            hidden={hidden}
            left={new Set(leaving)}
            onToggle={(key) => hiddenColumns.toggle(key, hidden.has(key))}
            onReset={hiddenColumns.reset}
            density={density}
            onDensity={setDensity}
          />
        )}
      </div>
      {isPhone && (
        <CardListBar columns={columns} sorting={sorting} selection={selection} rowKeys={rows.map(props.rowKey)} />
      )}
      <SelectionBar selection={selection} />
      <div
        className={css.frame}
        data-density={density}
        data-plain={(isPhone || renderTile !== undefined) && rows.length > 0}
      >
        {isRefreshing && <div className={css.progress} role="progressbar" aria-label={t('table.refreshing')} />}
        <ListFrame query={query} count={rows.length} empty={props.empty} failedTitle={props.failedTitle}>
          {body}
        </ListFrame>
      </div>
      {paging && query.data !== undefined && query.data.total > 0 && (
        <Paging total={query.data.total} total_max={query.data.total_max} paging={paging} />
      )}
    </section>
  )
}

/** The width of an element in pixels; null until it was measured, which is before the first paint. */
function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number | null] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
