export interface FittedColumn {
  key: string
  width?: number
  /**
   * The order in which columns are hidden when the table is wider than its page: 1 first. Without it a column stays.
   */
  givesWay?: number
}

/**
 * The keys of the columns to hide so that the others fit into `room` pixels; `ownWidth` is the width that the table
 * needs for itself. A column that the user chose stays.
 */
export function columnsWithoutRoom(
  columns: readonly FittedColumn[],
  { room, ownWidth, chosen }: { room: number; ownWidth: number; chosen: ReadonlySet<string> },
): string[] {
  const leaving: string[] = []
  let width = columns.reduce((sum, column) => sum + (column.width ?? 0), ownWidth)
  const inOrder = columns
    .filter(({ key, givesWay }) => givesWay !== undefined && !chosen.has(key))
    .sort((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0))
  for (const column of inOrder) {
    if (width <= room) break
    width -= column.width ?? 0
    leaving.push(column.key)
  }
  return leaving
}
