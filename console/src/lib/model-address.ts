const prefix = '/models/'

/** The model whose page is at `pathname`: the rest of the path, slashes included. Null = another page. */
export function modelAtPath(pathname: string): string | null {
  if (!pathname.startsWith(prefix) || pathname === prefix) return null
  const name = pathname.slice(prefix.length).replace(/\/$/, '')
  try {
    return decodeURIComponent(name)
  } catch {
    // Typed by hand: a percent sign that begins no code.
    return name
  }
}

/**
 * The params of the route of a model's page. Its first part has a place of its own: `/models` alone is another page.
 */
export function modelParams(name: string): { model: string; _splat: string } {
  const [model = '', ...rest] = name.split('/')
  return { model, _splat: rest.join('/') }
}
