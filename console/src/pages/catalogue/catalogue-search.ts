import type { ListSearchOf } from '../../lib/url-state.ts'

/** Each tab's state in the address; tabs do not share filters and pages. */
export const pageUrl = { tab: 'models', open: '' }
export const modelFilters = { keyword: '', vendor: '', status: '' }
export const modelsUrl = { ...modelFilters, open: '' }
export const missingUrl = { keyword: '', open: '', model: '' }
export const vendorsUrl = { keyword: '', open: '' }
export const prefillFilters = { keyword: '', type: '' }
export const prefillUrl = { ...prefillFilters, open: '' }

export type CatalogueSearch = ListSearchOf<typeof pageUrl & typeof modelsUrl & typeof missingUrl & typeof prefillUrl>
