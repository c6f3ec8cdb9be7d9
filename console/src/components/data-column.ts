import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface DataColumn<Row> {
  key: string
  title: string
  render(row: Row): ReactNode
  width?: number
  /** Takes the remaining width, and at least `width`. With such a column, no text widens the table. */
  flexible?: boolean
  align?: 'left' | 'right' | 'center'
  /** Stays visible when the table is wider than the page. The key `actions` is always fixed at the end. */
  fixed?: 'start' | 'end'
  ellipsis?: boolean
  /** Cannot be hidden. */
  required?: boolean
  /** Hidden by default. */
  defaultHidden?: boolean
  /** A click on the header sorts by it; the table then needs `sorting`. */
  sortable?: boolean
  /**
   * The order in which columns are hidden when the table is wider than its page: 1 first. Without it a column stays.
   */
  givesWay?: number
  /** The total below the rows. If any column has one, the table ends with a row of totals. */
  total?: ReactNode
  /** How many of the `visible` columns the cell spans, from this one on; 0 = an earlier cell spans this column. */
  span?(row: Row, visible: string[]): number
}
