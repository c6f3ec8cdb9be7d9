import { Button, Drawer, Space } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UrlRecord } from '../lib/url-state.ts'
import type { DataColumn } from './data-column.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import type { EmptyState } from './data-table-states.tsx'
import css from './list-filters.module.css'
import { type FilterField, ListFilters, type SpanFilter, shownSpan } from './list-filters.tsx'
import { PageHeader } from './page-header.tsx'
import { SideSheet } from './side-sheet.tsx'
import { useIsPhone } from './use-is-phone.ts'
import type { ListData, ListState } from './use-list-page.ts'
import { WiderSpan } from './wider-span.tsx'

export interface ListPageProps<Filters extends UrlRecord, Data extends ListData, Row = Data['items'][number]>
  extends Pick<
    DataTableProps<Row>,
    'id' | 'sorting' | 'renderCard' | 'renderTile' | 'rowClassName' | 'isOff' | 'failedTitle'
  > {
  list: ListState<Filters, Data>
  columns: DataColumn<Row>[]
  /** Names the list; also the title of the page, unless it has one already. */
  title: string
  /** The list is in a page that has a header. */
  isPart?: boolean
  /** One line about the purpose of the page; hidden on phones. */
  purpose?: ReactNode
  /** The primary action, on the right of the header. */
  action?: ReactNode
  /** The main figures of the rows: beside the title, on phones below it. */
  figures?: ReactNode
  /** Between the header and the list. */
  notice?: ReactNode
  /** The filters of the list. */
  fields?: readonly FilterField<keyof Filters>[]
  span?: SpanFilter
  canRefresh?: boolean
  /** Beside the filters, on the right; on phones after them. */
  buttons?: ReactNode
  /** After the filters. */
  moreFilters?: ReactNode
  /** Instead of the filters. `null`: nothing. */
  toolbar?: ReactNode
  /** Without rows and without filters. */
  empty: EmptyState
  /** Without rows that match the filters. */
  noMatch?: { title: string; hint?: string }
  /** Counts the rows since `start` (seconds): an empty list offers a wider span that has some. */
  countSince?(start: number): Promise<number>
  /** Rows can be ticked, for these actions. */
  selectionActions?: ReactNode
  /** Other than the keys that are ticked. */
  selection?: DataTableProps<Row>['selection']
  /** A row opens: below it, on phones in a sheet. */
  detail?: {
    title: string | ((row: Row) => string)
    render(row: Row): ReactNode
    /** Which row a card opens, for screen readers. */
    openLabel?(row: Row): string
    /** The sheet has the height of its content. */
    isShort?: boolean
    /** It opens beside the list instead, where `j` and `k` step through the rows. */
    isBeside?: boolean
    /** The row that is open, where it may be none of this page; null = none is shown. */
    row?: Row | null | undefined
    /** Which rows open, as a constant; default: all. */
    canOpen?(row: Row): boolean
  }
}

/** A page with a list: header, filters, table or cards, and what is there without rows. */
export function ListPage<Filters extends UrlRecord, Data extends ListData>(props: ListPageProps<Filters, Data>) {
  const { list, title, detail, selectionActions } = props
  const isPhone = useIsPhone()
  const openRow = detail?.row === null ? undefined : (detail?.row ?? list.openRow)
  const openTitle = typeof detail?.title === 'function' ? openRow && detail.title(openRow) : detail?.title
  return (
    <>
      {!props.isPart && (
        <PageHeader
          title={title}
          purpose={props.purpose}
          action={isPhone ? props.action : (props.figures ?? props.action)}
        />
      )}
      {isPhone && props.figures}
      {props.notice}
      <DataTable<Data['items'][number]>
        id={props.id}
        label={title}
        columns={props.columns}
        rowKey={list.rowKey}
        query={list.query}
        paging={list}
        sorting={props.sorting}
        selection={
          props.selection ??
          (selectionActions ? { keys: list.selected, onChange: list.select, actions: selectionActions } : undefined)
        }
        rowClassName={props.rowClassName}
        isOff={props.isOff}
        failedTitle={props.failedTitle}
        toolbar={props.toolbar === undefined ? <Filters {...props} /> : props.toolbar}
        renderCard={props.renderCard}
        renderTile={props.renderTile}
        opening={detail && openingOf(detail, list)}
        empty={{ ...(list.isFiltered && props.noMatch ? props.noMatch : props.empty), action: <NextStep {...props} /> }}
      />
      {detail?.isBeside && (
        <SideSheet
          isOpen={openRow !== undefined}
          rowKey={list.opened}
          title={openTitle}
          onClose={list.close}
          onStep={(by) => list.stepRow(by)}
        >
          {openRow && detail.render(openRow)}
        </SideSheet>
      )}
      {detail && !detail.isBeside && (
        <Drawer
          open={isPhone && list.openRow !== undefined}
          title={openTitle}
          placement="bottom"
          size={detail.isShort ? 'auto' : '88%'}
          classNames={{ section: css.sheet, body: css.sheetBody }}
          onClose={list.close}
        >
          {list.openRow && detail.render(list.openRow)}
        </Drawer>
      )}
    </>
  )
}

/** A row that opens beside the list has nothing below it. */
function openingOf<F extends UrlRecord, Data extends ListData>(
  detail: NonNullable<ListPageProps<F, Data>['detail']>,
  list: ListState<F, Data>,
): DataTableProps<Data['items'][number]>['opening'] {
  const { render, isBeside, openLabel, canOpen } = detail
  return {
    ...(openLabel && { openLabel }),
    ...(canOpen && { canOpen }),
    ...(!isBeside && { render }),
    openKey: list.opened,
    onToggle: list.toggleRow,
  }
}

function Filters<F extends UrlRecord, Data extends ListData>(props: ListPageProps<F, Data>) {
  const { list, fields = [], span, canRefresh, buttons, moreFilters } = props
  return (
    <ListFilters list={list} fields={fields} span={span} canRefresh={canRefresh} buttons={buttons}>
      {moreFilters}
    </ListFilters>
  )
}

/** What to do about a list without rows. */
function NextStep<F extends UrlRecord, Data extends ListData>(props: ListPageProps<F, Data>) {
  const { id, list, span, countSince, empty } = props
  const { t } = useTranslation()
  return (
    <Space wrap>
      {span && countSince && (
        <WiderSpan
          span={shownSpan(span, list)}
          queryKey={[id, list.filters]}
          countSince={countSince}
          onChoose={(start) => list.setTimes({ start_timestamp: start, end_timestamp: 0 })}
        />
      )}
      {list.isFiltered ? <Button onClick={list.clearFilters}>{t('filters.reset')}</Button> : empty.action}
    </Space>
  )
}
