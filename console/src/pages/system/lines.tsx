import type { Key, ReactNode } from 'react'
import layout from '../../components/layout.module.css'
import { useIsPhone } from '../../components/use-is-phone.ts'
import css from './system.module.css'

export interface LineColumn<Row> {
  key: string
  title: string
  /** Figures are aligned to the right. */
  isFigure?: boolean
  /** Left out on phones. */
  isWide?: boolean
  render(row: Row): ReactNode
}

interface LinesProps<Row> {
  label: string
  /** The first one names the row. */
  columns: readonly LineColumn<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): Key
}

/** A short table in a card. On phones its rows are blocks with the names of the values. */
export function Lines<Row>({ label, columns, rows, rowKey }: LinesProps<Row>) {
  const isPhone = useIsPhone()
  const shown = columns.filter(({ isWide = false }) => !(isPhone && isWide))
  return (
    <table className={`${layout.phoneBlocks} ${css.lines}`} aria-label={label}>
      <thead>
        <tr>
          {shown.map(({ key, title, isFigure }) => (
            <th key={key} scope="col" data-figure={isFigure}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {shown.map(({ key, title, isFigure, render }, index) =>
              index === 0 ? (
                <th key={key} scope="row">
                  {render(row)}
                </th>
              ) : (
                <td key={key} data-label={title} data-figure={isFigure}>
                  {render(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
