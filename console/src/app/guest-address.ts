import { basePath } from '../lib/base-path.ts'
import type { PageLocation, PageState } from '../lib/page-router.tsx'
import { parseSearch, type Search, stringifySearch } from '../lib/search-text.ts'

/** Where a link or a call of `navigate` leads, in the forms of the console's router that pages for guests use. */
export interface Target {
  /** The form of a path; absent or `.` = the page that is shown. */
  to?: string | undefined
  params?: Readonly<Record<string, string | undefined>>
  /** Absent = none. */
  search?: Search | true | ((search: Search) => Search)
  /** Without its `#`. */
  hash?: string
  state?: PageState | ((state: PageState) => PageState)
  /** A whole address of the console, in place of the others. */
  href?: string
}

/** The location of an address; one below the base path stands without it. */
export function readAddress(address: string, state: PageState): PageLocation {
  const { pathname: whole, search, hash } = new URL(address, 'http://console')
  const isBelow = basePath !== '' && (whole === basePath || whole.startsWith(`${basePath}/`))
  const pathname = (isBelow ? whole.slice(basePath.length) : whole) || '/'
  return {
    href: pathname + search + hash,
    pathname,
    // The queries of pages are text; their types are those of the console's routes.
    search: parseSearch(search) as PageLocation['search'],
    hash: hash.slice(1),
    state,
  }
}

/** The address that a target leads to from `current`. */
export function addressOf(
  { to = '.', params = {}, search = {}, hash = '', href }: Target,
  current: PageLocation,
): string {
  if (href !== undefined) return href
  const path = to === '.' ? current.pathname : fillPath(to, params)
  const asked = typeof search === 'function' ? search(current.search) : search === true ? current.search : search
  return path + stringifySearch(asked) + (hash === '' ? '' : `#${hash}`)
}

/** `/models/$model/$` with its params. */
function fillPath(form: string, params: NonNullable<Target['params']>): string {
  const segments = form.split('/').flatMap((segment) => {
    if (segment === '$') return (params._splat ?? '').split('/')
    if (segment.startsWith('{-$')) return [params[segment.slice(3, -1)] ?? '']
    return [segment.startsWith('$') ? (params[segment.slice(1)] ?? '') : segment]
  })
  return `/${segments
    .filter((segment) => segment !== '')
    .map(encodeURIComponent)
    .join('/')}`
}

/** Whether a path has the form of a page. */
export function matchesForm(form: string, pathname: string): boolean {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const wanted = form.split('/').filter((segment) => segment !== '')
  if (wanted.at(-1) === '$') return segments.length >= wanted.length - 1 && wanted.slice(0, -1).every(isMatch)
  const needed = wanted.filter((segment) => !segment.startsWith('{-$')).length
  return (
    segments.length >= needed && segments.length <= wanted.length && segments.every((_, at) => isMatch(wanted[at], at))
  )

  function isMatch(part: string | undefined, at: number): boolean {
    return part !== undefined && (/^(\$|\{-\$)/.test(part) || part.toLowerCase() === segments[at]?.toLowerCase())
  }
}
