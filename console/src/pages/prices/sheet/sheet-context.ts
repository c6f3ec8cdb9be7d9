import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { createContext, useContext } from 'react'
import type { CellFault } from './cell-value.ts'
import type { FigureKey, Units } from './figures.ts'

/** From one cell to another: rows down, columns to the right. */
export interface Step {
  rows?: number
  columns?: number
}

interface Sheet {
  units: Units
  /** Returns why the text is refused. */
  type(row: PriceSheetRow, figure: FigureKey, text: string): CellFault | null
  /** Focuses the cell that is this step away. */
  move(row: PriceSheetRow, figure: FigureKey, by: Step): void
  open(model: string): void
}

export const SheetContext = createContext<Sheet | null>(null)

export function useSheet(): Sheet {
  const sheet = useContext(SheetContext)
  if (sheet === null) throw new Error('not in the sheet')
  return sheet
}
