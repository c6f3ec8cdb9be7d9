const prefix = '/models/'

/** The model whose page is at `pathname`: the rest of the path, slashes included. Null = another page. */
export function modelAtPath(pathname: string): string | null {
  if (!pathname.startsWith(prefix) || pathname === prefix) return null
  const name = pathname.slice(prefix.length)
  try {
    return decodeURIComponent(name)
  } catch {
    // Typed by hand: a percent sign that begins no code.
    return name
  }
}
