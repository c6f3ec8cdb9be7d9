import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import css from './figure-line.module.css'

export interface Figure {
  label: string
  /** Explains the figure, on hover. */
  hint: string
  /** Undefined = not known yet. */
  value: ReactNode
}

/** The main figures of a table: in a row beside the title; on phones in a box, or in columns if there are many. */
export function FigureLine({ label, figures }: { label: string; figures: Figure[] }) {
  return (
    <dl className={`${css.values} ${css.figures}`} aria-label={label} data-many={figures.length > 3}>
      <FigureItems figures={figures} />
    </dl>
  )
}

/** The same in a list of the page's own, which has the class `values`. */
export const FigureItems = ({ figures }: { figures: Figure[] }) =>
  figures.map((figure) => (
    <div key={figure.label}>
      <dt>
        <Tooltip title={figure.hint}>{figure.label}</Tooltip>
      </dt>
      <dd>{figure.value ?? '–'}</dd>
    </div>
  ))
