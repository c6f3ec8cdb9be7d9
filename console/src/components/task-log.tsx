import { Button, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countSet, type TimeSpan } from '../lib/time-filter.ts'
import type { ListPaging } from '../lib/url-state.ts'
import type { DataColumn } from './data-column.ts'
import { DataTable, type ListQuery } from './data-table.tsx'
import { PageHeader } from './page-header.tsx'
import { type CommonTaskFilters, TaskFilterBar, type TaskFilterBarProps } from './task-filter-bar.tsx'
import { WiderSpan } from './wider-span.tsx'

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
  /** The number of tasks since a time that match the filters. */
  countSince(start: number): Promise<number>
  columns: DataColumn<Row>[]
  renderCard(row: Row): ReactNode
  /** Above the table. */
  notice?: ReactNode
}

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
  const span = props.spanOf(filters, openedAt)
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
            span={span}
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
              <WiderSpan
                span={span}
                queryKey={[props.name, filters]}
                countSince={props.countSince}
                onChoose={(start) => setFilters({ start_timestamp: start, end_timestamp: 0 })}
              />
            </Space>
          ),
        }}
      />
    </>
  )
}
