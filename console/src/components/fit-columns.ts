export interface FittedColumn {
  key: string
  width?: number
  /** Which columns leave a table that is wider than its page: 1 first. Without it a column stays. */
  givesWay?: number
}

/**
 * The keys of the columns that leave so that the others fit into `room` pixels; `ownWidth` is what the table needs for
 * itself. A column that was chosen stays.
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
