import type { PagedList } from '@sluice/contract/envelope'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'

type RowKey = string | number | bigint

/** Reads the rows that lists under `listKey` have loaded, on any page, and updates them before the server confirms. */
export function useListCache<Row extends { id: number }>(listKey: QueryKey) {
  const client = useQueryClient()
  return {
    /** The loaded rows among `keys`, in that order. */
    rowsOf(keys: readonly RowKey[]): Row[] {
      const lists = client.getQueriesData<PagedList<Row>>({ queryKey: listKey })
      const known = new Map(lists.flatMap(([, list]) => list?.items ?? []).map((row) => [row.id, row]))
      return keys.flatMap((key) => known.get(Number(key)) ?? [])
    },
    replace(row: Row): void {
      client.setQueriesData<PagedList<Row>>(
        { queryKey: listKey },
        (list) => list && { ...list, items: list.items.map((item) => (item.id === row.id ? row : item)) },
      )
    },
    /** Answers in flight would undo the update. */
    stopLoading: () => client.cancelQueries({ queryKey: listKey }),
    reload: () => client.invalidateQueries({ queryKey: listKey }),
  }
}
