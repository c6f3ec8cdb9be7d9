// Writes the routes of the management API into docs/api.md: node scripts/with-bun.mjs scripts/build-route-table.ts
import { isRouteKey, type RouteKey, routeEntry, routes } from '../contract/src/routes.ts'
import { apiPage } from './build-error-table.ts'

const begin = '<!-- routes: begin, written by scripts/build-route-table.ts -->'
const end = '<!-- routes: end -->'

/** `page` with every route of the contract. Throws when the page lacks the marks around them. */
export function withRouteTable(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('the page lacks the marks around the routes')
  return `${page.slice(0, from)}${begin}\n\n${buildRouteTable()}\n\n${page.slice(to)}`
}

function buildRouteTable(): string {
  const rows = Object.keys(routes).filter(isRouteKey).toSorted(byPath).map(rowOf)
  return ['| route | access | what it does | errors of its own |', '|---|---|---|---|', ...rows].join('\n')
}

function rowOf(key: RouteKey): string {
  const { access, summary, errors = [] } = routeEntry(key)
  const codes = errors.map((code) => `\`${code}\``).join(', ')
  return `| \`${key}\` | ${access} | ${summary.replaceAll('|', '\\|')} | ${codes} |`
}

/** Routes of one path stand together. */
const byPath = (a: RouteKey, b: RouteKey): number => compare(pathOf(a), pathOf(b)) || compare(a, b)
const pathOf = (key: RouteKey): string => key.slice(key.indexOf(' ') + 1)
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

if (import.meta.main) await Bun.write(apiPage, withRouteTable(await Bun.file(apiPage).text()))
