import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import type { TableRef } from 'antd/es/table'
import type { FigureKey } from './figures.ts'
import type { Step } from './sheet-context.ts'

interface Place {
  table: TableRef | null
  rows: readonly PriceSheetRow[]
  row: PriceSheetRow
  figure: FigureKey
  by: Step
}

/** How many frames a row may take until it is drawn. */
const framesMax = 20

/** Focuses the cell that is a step away from another; at the edge of the sheet, the last one before it. */
export function focusCell({ table, rows, row, figure, by: { rows: down = 0, columns: right = 0 } }: Place): void {
  const root = table?.nativeElement
  if (root === undefined) return
  const index = rows.indexOf(row)
  const target = rows[Math.min(rows.length - 1, Math.max(0, index + down))]
  if (target === undefined) return
  if (target !== row && cellIn(root, target.model, figure) === null) table?.scrollTo({ key: target.model })
  const focus = (frame: number) => {
    const cell = cellIn(root, target.model, figure)
    if (cell !== null) neighbourOf(cell, right).focus()
    else if (frame < framesMax) requestAnimationFrame(() => focus(frame + 1))
  }
  // The edited cell becomes a button with the next render.
  requestAnimationFrame(() => focus(0))
}

const cellIn = (root: HTMLElement, model: string, figure: FigureKey): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-cell="${CSS.escape(`${figure} ${model}`)}"]`)

/** The cell `right` places later in the document: after the last of a row comes the first of the next. */
function neighbourOf(cell: HTMLElement, right: number): HTMLElement {
  if (right === 0) return cell
  const all = [...(cell.closest('.ant-table')?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
  return all[all.indexOf(cell) + right] ?? cell
}
