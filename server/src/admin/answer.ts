import type { PagedList } from '@sluice/contract/envelope'
import type { Page } from './paging.ts'

/** A list in one of its two forms. */
export type ListAnswer<T> = { data: T[]; total: number; page: number; page_size: number } | { data: PagedList<T> }

/** A list in the form of its page: a bare array has the figures beside it. */
export const listAnswer = <T>(items: T[], total: number, page: Page): ListAnswer<T> =>
  page.form === 'object'
    ? pagedList(items, total, page)
    : { data: items, total, page: page.page, page_size: page.pageSize }

/** Lists whose `data` is an object with `items` for all clients. */
export const pagedList = <T>(items: T[], total: number, page: Page): { data: PagedList<T> } => ({
  data: { items, total, page: page.page, page_size: page.pageSize },
})
