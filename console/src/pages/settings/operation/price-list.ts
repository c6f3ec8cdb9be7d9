import type { ListPlace } from '../../../lib/url-state.ts'

/** The search of a price list. */
export const priceFilters = { keyword: '' }

/** A price list is a part of its page; it has ten rows by default, unlike other lists. */
export const priceListPlace: ListPlace = { ownPageSize: true }
