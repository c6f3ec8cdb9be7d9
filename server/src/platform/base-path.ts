import { z } from 'zod'

/**
 * First segments of the server's own paths. A base path that began with one could not be told from a path without its
 * base, which a proxy that removes the base sends.
 */
const ownSegments: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'dashboard',
  'healthz',
  'metrics',
  'mj',
  'pg',
  'readyz',
  'suno',
  'upload',
])

/** The path below which everything is served: '' or `/ai`, never with a slash at the end. */
export const basePath = z
  .string()
  .regex(/^(\/[\w-][\w.~-]*)*$/, 'must begin with / and not end with it, for example /ai')
  .refine((path) => {
    const [, first = ''] = path.split('/')
    return !ownSegments.has(first) && !/^v\d/.test(first)
  }, "must not begin with a path of the gateway's own")

/** `path`, normalised, as the server knows it. A proxy may have removed the base already. */
export function withoutBasePath(path: string, base: string): string {
  if (base === '' || !path.startsWith(base)) return path
  if (path.length === base.length) return '/'
  return path[base.length] === '/' ? path.slice(base.length) : path
}

/** What the browser is told, on every answer of the console: paths of cookies and redirects are below the base. */
export function addBasePath(headers: Headers, base: string): void {
  if (base === '') return
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies)
    headers.append(
      'set-cookie',
      cookie.replace(/; Path=(\/[^;]*)/, (_, path: string) => `; Path=${path === '/' ? base : base + path}`),
    )
  const location = headers.get('location')
  if (location?.startsWith('/')) headers.set('location', base + location)
}
