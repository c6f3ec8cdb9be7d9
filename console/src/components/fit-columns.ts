export interface FittedColumn {
  key: string
  width?: number
  /**
   * The order in which columns are hidden when the table is wider than its page: 1 first. Without it a column stays.
   */
  givesWay?: number
}

/**
 * The keys of the columns to hide so that the others fit into `available` pixels; `ownWidth` is the width that the
 * table needs for itself. A column that the user chose stays.
 */
export function findColumnsToHide(
  columns: readonly FittedColumn[],
  { available, ownWidth, chosen }: { available: number; ownWidth: number; chosen: ReadonlySet<string> },
): string[] {
  const leaving: string[] = []
  let width = columns.reduce((sum, column) => sum + (column.width ?? 0), ownWidth)
  const inOrder = columns
    .filter(({ key, givesWay }) => givesWay !== undefined && !chosen.has(key))
    .sort((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0))
  for (const column of inOrder) {
    if (width <= available) break
    width -= column.width ?? 0
    leaving.push(column.key)
  }
  return leaving
}

/** The width of the scroll bar beside rows that scroll by themselves, and of the borders of the table. */
const scrollBarWidth = 18

/** The width of each column where the table itself must know it: flexible columns share the remaining width. */
export function withFlexibleWidths(
  columns: readonly (FittedColumn & { flexible?: boolean })[],
  { available, ownWidth }: { available: number; ownWidth: number },
): ReadonlyMap<string, number> {
  const needed = columns.reduce((sum, { width = 0 }) => sum + width, ownWidth + scrollBarWidth)
  const flexible = columns.filter((column) => column.flexible === true).length
  const share = flexible === 0 ? 0 : Math.floor(Math.max(0, available - needed) / flexible)
  return new Map(columns.map((column) => [column.key, (column.width ?? 0) + (column.flexible === true ? share : 0)]))
}
