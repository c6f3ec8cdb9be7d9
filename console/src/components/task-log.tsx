import { Button, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countSet, startOfDay, type TimeSpan } from '../lib/time-filter.ts'
import type { ListPaging } from '../lib/url-state.ts'
import type { DataColumn } from './data-column.ts'
import { DataTable, type ListQuery } from './data-table.tsx'
import { PageHeader } from './page-header.tsx'
import { type CommonTaskFilters, TaskFilterBar, type TaskFilterBarProps } from './task-filter-bar.tsx'

export interface TaskLogProps<Row> extends Pick<TaskFilterBarProps, 'isAdmin' | 'id' | 'options'> {
  /** Names the stored settings of the table. */
  name: string
  texts: Record<'title' | 'purpose' | 'emptyHint', string> & {
    /** Without filters the list shows recent tasks: older ones may exist. */
    emptyTitle: string
  }
  /** From useListState. */
  list: ListPaging & { filters: CommonTaskFilters; setFilters: TaskFilterBarProps['setFilters'] }
  defaults: CommonTaskFilters
  /** The filters at `now`, in seconds. */
  spanOf(filters: CommonTaskFilters, now: number): TimeSpan
  query: ListQuery<Row>
  columns: DataColumn<Row>[]
  renderCard(row: Row): ReactNode
  /** Above the table. */
  notice?: ReactNode
}

/** The longer period that the empty list offers, in seconds. */
const quarter = 90 * 86_400
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** A page of tasks, newest first: the account's own, for administrators all. */
export function TaskLog<Row extends { id: number }>(props: TaskLogProps<Row>) {
  const { texts, list, query, defaults } = props
  const { t } = useTranslation(['tasks', 'common'])
  const { filters, setFilters } = list
  const [openedAt, setOpenedAt] = useState(nowSeconds)
  const count = countSet(filters)
  const isFiltered = count > 0
  const reset = () => setFilters(defaults)
  const earliest = startOfDay(openedAt - quarter)
  const canShowMore = props.spanOf(filters, openedAt).start > earliest
  const showMore = () => setFilters({ start_timestamp: earliest, end_timestamp: 0 })
  const refresh = () => {
    setOpenedAt(nowSeconds())
    return query.refetch()
  }
  return (
    <>
      <PageHeader title={texts.title} purpose={texts.purpose} />
      {props.notice}
      <DataTable<Row>
        id={props.name}
        label={texts.title}
        columns={props.columns}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        toolbar={
          <TaskFilterBar
            filters={filters}
            setFilters={setFilters}
            count={count}
            isAdmin={props.isAdmin}
            id={props.id}
            options={props.options}
            span={props.spanOf(filters, openedAt)}
            onReset={reset}
            onRefresh={refresh}
            isRefreshing={query.isFetching}
          />
        }
        renderCard={props.renderCard}
        empty={{
          title: isFiltered ? t('filteredTitle') : texts.emptyTitle,
          hint: isFiltered ? t('filteredHint') : texts.emptyHint,
          action: (
            <Space>
              {isFiltered && <Button onClick={reset}>{t('common:filters.reset')}</Button>}
              {canShowMore && <Button onClick={showMore}>{t('showQuarter')}</Button>}
            </Space>
          ),
        }}
      />
    </>
  )
}
