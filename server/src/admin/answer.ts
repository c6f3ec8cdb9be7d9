import type { ListTotal, PagedList } from '@sluice/contract/envelope'
import type { RowCount } from '../store/count-rows.ts'
import type { Page } from './paging.ts'

/** Some rows of a list, and the number of all. */
export interface Listed<T> extends ListTotal {
  items: T[]
}

/** A list in one of its two forms. */
export type ListAnswer<T> = ({ data: T[]; page: number; page_size: number } & ListTotal) | { data: PagedList<T> }

export const totalOf = ({ count, isCut }: RowCount): ListTotal => ({ total: count, ...(isCut && { total_max: count }) })

/** A list in the form of its page: a bare array has the figures beside it. */
export const listAnswer = <T>({ items, ...total }: Listed<T>, page: Page): ListAnswer<T> =>
  page.form === 'object'
    ? pagedList({ items, ...total }, page)
    : { data: items, ...total, page: page.page, page_size: page.pageSize }

/** Lists whose `data` is an object with `items` for all clients. */
export const pagedList = <T>(
  { items, total, total_max }: Listed<T>,
  page: Pick<Page, 'page' | 'pageSize'>,
): { data: PagedList<T> } => ({
  data: { items, total, ...(total_max !== undefined && { total_max }), page: page.page, page_size: page.pageSize },
})
