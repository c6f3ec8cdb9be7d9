/** What the address opens. */
export type OpenDrawer = { kind: 'closed' } | { kind: 'add'; copyOf: number | null } | { kind: 'edit'; id: number }

const idOf = (text: unknown): number | null => (/^\d{1,15}$/.test(String(text)) ? Number(text) : null)

/** `/channel/add`, `/channel/add?copy=7`, `/channel/edit/7`; any other address shows the list only. */
export function openDrawerOf(pathname: string, search: Record<string, unknown>): OpenDrawer {
  if (/^\/channel\/add\/?$/.test(pathname)) return { kind: 'add', copyOf: idOf(search.copy) }
  const id = idOf(/^\/channel\/edit\/([^/]+)\/?$/.exec(pathname)?.[1])
  return id === null ? { kind: 'closed' } : { kind: 'edit', id }
}
