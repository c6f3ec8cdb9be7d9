import type { PagedList } from '@sluice/contract/envelope'
import type { Page } from './paging.ts'

/** What a handler answers; `success` and an empty `message` are added. Other keys stand beside `data`. */
export interface Answer {
  data?: unknown
  message?: string
  success?: boolean
  [beside: string]: unknown
}

/** A list in the form of its page: a bare array has the figures beside it. */
export const listAnswer = (items: unknown[], total: number, page: Page): Answer =>
  page.form === 'object'
    ? pagedList(items, total, page)
    : { data: items, total, page: page.page, page_size: page.pageSize }

/** Lists whose `data` is an object with `items` for all clients. */
export const pagedList = <T>(items: T[], total: number, page: Page): Answer & { data: PagedList<T> } => ({
  data: { items, total, page: page.page, page_size: page.pageSize },
})
