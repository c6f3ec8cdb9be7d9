import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { createContext, useContext } from 'react'
import type { CellFault } from './cell-value.ts'
import type { FigureKey, Units } from './figures.ts'

interface Sheet {
  units: Units
  /** Returns why the text is refused. */
  type(row: PriceSheetRow, figure: FigureKey, text: string): CellFault | null
  /** Focuses the cell that many rows below and columns after this one. */
  move(row: PriceSheetRow, figure: FigureKey, by: { rows?: number; columns?: number }): void
  open(model: string): void
}

export const SheetContext = createContext<Sheet | null>(null)

export function useSheet(): Sheet {
  const sheet = useContext(SheetContext)
  if (sheet === null) throw new Error('not in the sheet')
  return sheet
}
