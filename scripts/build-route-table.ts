// Writes the routes of the management API into docs/api.md: node scripts/with-bun.mjs scripts/build-route-table.ts
import { isRouteKey, type RouteKey, routeEntry, routes } from '../contract/src/routes.ts'
import { apiPage } from './build-error-table.ts'
import { replacePart } from './replace-part.ts'

/** `page` with every route of the contract. Throws when the page lacks the marks around them. */
export const withRouteTable = (page: string): string =>
  replacePart(page, { name: 'routes', script: 'scripts/build-route-table.ts', text: buildRouteTable() })

function buildRouteTable(): string {
  const rows = Object.keys(routes).filter(isRouteKey).toSorted(byPath).map(buildRow)
  return ['| route | access | what it does | errors of its own |', '|---|---|---|---|', ...rows].join('\n')
}

function buildRow(key: RouteKey): string {
  const { access, summary, errors = [] } = routeEntry(key)
  const codes = errors.map((code) => `\`${code}\``).join(', ')
  return `| \`${key}\` | ${access} | ${summary.replaceAll('|', '\\|')} | ${codes} |`
}

/** Keeps the routes of a path together. */
const byPath = (a: RouteKey, b: RouteKey): number => compare(pathOf(a), pathOf(b)) || compare(a, b)
const pathOf = (key: RouteKey): string => key.slice(key.indexOf(' ') + 1)
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

if (import.meta.main) await Bun.write(apiPage, withRouteTable(await Bun.file(apiPage).text()))
