import type { SearchOf } from '../../../lib/url-state.ts'

/** The state of the sheet in the URL. */
export const sheetFilters = {
  keyword: '',
  vendor: '',
  state: '',
  origin: '',
  /** One of `remarks`. */
  only: '',
}
const sheetOthers = {
  sort: '',
  order: 'desc',
  unit: 'dollars',
  /** The model of the drawer. */
  open: '',
}
export const sheetUrl = { ...sheetFilters, ...sheetOthers }
export type SheetFilters = typeof sheetFilters
export type SheetSearch = SearchOf<typeof sheetUrl>

/** What can be true of a model besides its state: unpublished changes, another price than the maker's, a loss. */
export const remarks = ['pending', 'differs', 'loss'] as const
