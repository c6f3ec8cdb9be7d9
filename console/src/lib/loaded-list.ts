/** A page of a fully loaded list. Past the end it is the last page with rows. */
export function pageOf<Row>(rows: readonly Row[], { page, pageSize }: { page: number; pageSize: number }) {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const start = (Math.min(page, last) - 1) * pageSize
  return { items: rows.slice(start, start + pageSize), total: rows.length }
}

/** Whether one of the texts contains `keyword`, case-insensitively. */
export const fits = (keyword: string, texts: readonly string[]): boolean =>
  keyword === '' || texts.some((text) => text.toLowerCase().includes(keyword.toLowerCase()))
