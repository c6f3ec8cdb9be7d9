import { randomBytes } from 'node:crypto'

const name = 'sign-in'
const lifeSeconds = 15 * 60

/** The value that binds a sign-in at a provider to the browser that started it; null if the browser sends none. */
export function readFlowCookie(request: Request): string | null {
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter((value) => /^[A-Za-z0-9_-]{43}$/.test(value))
  return values.length === 1 ? (values[0] ?? null) : null
}

export const newFlowCookie = (): string => randomBytes(32).toString('base64url')

/** SameSite=Lax: the provider redirects back by a navigation, to a page of this site. */
export const buildFlowCookie = (value: string, isHttps: boolean): string =>
  `${name}=${value}; Path=/api; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${isHttps ? '; Secure' : ''}`
