import type { ListSearchOf } from '../../lib/url-state.ts'

/** Each tab's state in the address; tabs do not share filters and pages. */
export const pageUrl = { tab: 'models', open: '' }
export const modelFilters = { keyword: '', vendor: '', status: '' }
export const keywordFilter = { keyword: '' }
/** The drawer of a model without an entry. */
export const missingUrl = { open: '', model: '' }
export const prefillFilters = { keyword: '', type: '' }

export type CatalogueSearch = ListSearchOf<
  typeof pageUrl & typeof modelFilters & typeof missingUrl & typeof prefillFilters
>
