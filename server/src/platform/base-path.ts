import { z } from 'zod'

/**
 * First segments of the server's own paths. A base path must not begin with one: a proxy may remove the base path, and
 * then the server could not distinguish the two forms of a path.
 */
const ownSegments: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'dashboard',
  'docs',
  'healthz',
  'jimeng',
  'kling',
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

/** Adds the base path to the cookies and the redirect of an answer of the console. */
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
