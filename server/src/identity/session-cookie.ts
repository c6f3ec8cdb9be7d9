const sessionCookieName = 'session'

/** The value of our cookie; null when there is none, or several (a sign of an attempt to plant one). */
export function readSessionCookie(request: Request): string | null {
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${sessionCookieName}=`))
    .map((pair) => pair.slice(sessionCookieName.length + 1))
    .filter((value) => /^[A-Za-z0-9_-]{43}$/.test(value))
  return values.length === 1 ? (values[0] ?? null) : null
}

export function buildSessionCookie(
  value: string,
  { isHttps, maxAgeSeconds }: { isHttps: boolean; maxAgeSeconds: number },
): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAgeSeconds}`]
  if (isHttps) attributes.push('Secure')
  return `${sessionCookieName}=${value}; ${attributes.join('; ')}`
}
