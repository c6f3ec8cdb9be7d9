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

const refreshCookieName = 'new_api_refresh'

/** `<session>.<secret>` of the cookie that renews an access token; null when there is none, or several. */
export function readRefreshCookie(request: Request): { sessionHash: string; secret: string } | null {
  const found = [...(request.headers.get('cookie') ?? '').matchAll(refreshCookie)]
  const { sessionHash = '', secret = '' } = found[0]?.groups ?? {}
  return found.length === 1 ? { sessionHash, secret } : null
}

const refreshCookie = /(?<=^|;\s*)new_api_refresh=(?<sessionHash>[\w-]{43})\.(?<secret>[\w-]{43})(?=\s*(?:;|$))/g

/** Only the routes that renew and end a session get it. Without a value it removes the cookie. */
export function buildRefreshCookie(
  value: string,
  { isHttps, maxAgeSeconds }: { isHttps: boolean; maxAgeSeconds: number },
): string {
  const attributes = ['Path=/api/user/auth', 'HttpOnly', 'SameSite=Strict', `Max-Age=${maxAgeSeconds}`]
  if (isHttps) attributes.push('Secure')
  return `${refreshCookieName}=${value}; ${attributes.join('; ')}`
}

export function buildSessionCookie(
  value: string,
  { isHttps, maxAgeSeconds }: { isHttps: boolean; maxAgeSeconds: number },
): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAgeSeconds}`]
  if (isHttps) attributes.push('Secure')
  return `${sessionCookieName}=${value}; ${attributes.join('; ')}`
}
