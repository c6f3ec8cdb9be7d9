import type { PagedList } from '@sluice/contract/envelope'
import type { Page } from './paging.ts'

/** What a handler answers; `success` and an empty `message` are added. Other keys stand beside `data`. */
export interface Answer {
  data?: unknown
  message?: string
  success?: boolean
  [beside: string]: unknown
}

/** Lists whose `data` has always been an array: the figures stand beside it. */
export const plainList = (items: readonly unknown[], total: number, page: Page): Answer => ({
  data: items,
  total,
  page: page.page,
  page_size: page.pageSize,
})

/** Lists whose `data` is an object with `items`. */
export const pagedList = <T>(items: T[], total: number, page: Page): Answer & { data: PagedList<T> } => ({
  data: { items, total, page: page.page, page_size: page.pageSize },
})
