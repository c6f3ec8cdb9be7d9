import type { ReactNode } from 'react'

/**
 * Where the value of a column is on the card that replaces its row on phones:
 *
 *     id title        badge ⋮
 *     tag tag
 *     line
 *     figure  figure  figure
 *     start · start       end
 *     foot
 *
 * Within a place, the order is that of the columns. The actions are always in the head.
 */
export type CardPlace = 'id' | 'title' | 'badge' | 'tag' | 'line' | 'figure' | 'start' | 'end' | 'foot'

export interface CardCell<Row> {
  place: CardPlace
  /** Before the value. A figure without it has the title of the column. */
  label?: string
  /** Whether the card of this row has the value; default: it has. */
  isShown?(row: Row): boolean
  /** The value, where it differs from the cell: a card that opens its row has nothing else to click. */
  render?(row: Row): ReactNode
}

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
  /** Its place on the card of the row; without one, the card does not have it. */
  card?: CardPlace | CardCell<Row>
  /** Only administrators see it. */
  adminOnly?: boolean
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
