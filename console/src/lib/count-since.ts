export interface ListView<Filters> {
  isAdmin: boolean
  filters: Filters
  page: number
  pageSize: number
}

/** Counts the entries of a list since `start`, in seconds, that match its other filters. */
export const countSince =
  <Filters extends { start_timestamp: number; end_timestamp: number }>(
    list: (view: ListView<Filters>) => Promise<{ total: number }>,
  ) =>
  async (isAdmin: boolean, filters: Filters, start: number): Promise<number> => {
    const since = { ...filters, start_timestamp: start, end_timestamp: 0 }
    const { total } = await list({ isAdmin, filters: since, page: 1, pageSize: 1 })
    return total
  }
