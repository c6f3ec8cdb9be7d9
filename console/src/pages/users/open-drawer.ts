/** The drawer in the address. */
export type OpenDrawer =
  | { kind: 'closed' }
  | { kind: 'add' }
  /** The own account, through its own routes. */
  | { kind: 'self' }
  | { kind: 'edit'; id: number }

/** `/user/add`, `/user/edit`, `/user/edit/7`; anything else is only the list. */
export function openDrawerOf(pathname: string): OpenDrawer {
  if (/^\/user\/add\/?$/.test(pathname)) return { kind: 'add' }
  if (/^\/user\/edit\/?$/.test(pathname)) return { kind: 'self' }
  const id = /^\/user\/edit\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  return id === undefined ? { kind: 'closed' } : { kind: 'edit', id: Number(id) }
}

export const isSameDrawer = (a: OpenDrawer, b: OpenDrawer): boolean =>
  a.kind === b.kind && (a.kind !== 'edit' || b.kind !== 'edit' || a.id === b.id)
