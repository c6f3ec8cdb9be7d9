// Writes the table of error codes into docs/api.md: node scripts/with-bun.mjs scripts/build-error-table.ts
import { join } from 'node:path'
import type { ErrorCodeInfo } from '../contract/src/error-code-info.ts'
import { documentedMessage, type ErrorCode, errorCodes } from '../contract/src/error-codes.ts'
import { root } from './bun-path.mjs'

export const apiPage = join(root, 'docs/api.md')

const begin = '<!-- error codes: begin, written by scripts/build-error-table.ts -->'
const end = '<!-- error codes: end -->'

/** `page` with the current table of the catalogue. Throws when the page lacks the marks around it. */
export function withErrorTable(page: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the page lacks the marks around the table of error codes')
  return `${page.slice(0, from)}${begin}\n\n${buildErrorTable()}\n\n${page.slice(to)}`
}

function buildErrorTable(): string {
  const codes = Object.entries(errorCodes) as [ErrorCode, ErrorCodeInfo][]
  const rows = codes.map(
    ([code, { status, owner, retryable }]) =>
      `| \`${code}\` | ${status} | ${owner} | ${retryable ? 'yes' : ''} | ${documentedMessage(code).replaceAll('|', '\\|')} |`,
  )
  return ['| code | status | owner | again | sentence |', '|---|---|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) await Bun.write(apiPage, withErrorTable(await Bun.file(apiPage).text()))
