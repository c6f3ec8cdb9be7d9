import type { ListTotal } from '@sluice/contract/envelope'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListView } from './count-since.ts'

const refetchMs = 10_000

interface PolledList<Filters, Row> {
  key: string
  view: ListView<Filters>
  read(view: ListView<Filters>, signal: AbortSignal): Promise<{ items: Row[] } & ListTotal>
  isOver(row: Row): boolean
}

/** A list of tasks, which is read again every few seconds while one of its rows is not over. */
export const polledListQuery = <Filters, Row>({ key, view, read, isOver }: PolledList<Filters, Row>) =>
  queryOptions({
    queryKey: [key, view],
    queryFn: ({ signal }) => read(view, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((row) => !isOver(row)) ? refetchMs : false),
    placeholderData: keepPreviousData,
  })
