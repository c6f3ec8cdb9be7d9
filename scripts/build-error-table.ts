// Writes the table of error codes into docs/api.md: node scripts/with-bun.mjs scripts/build-error-table.ts
import { join } from 'node:path'
import { errorCodes } from '../contract/src/error-codes.ts'
import { documentedMessage } from '../contract/src/messages/documented-message.ts'
import { entriesOf } from '../contract/src/typed-keys.ts'
import { root } from './bun-path.mjs'
import { replacePart } from './replace-part.ts'

export const apiPage = join(root, 'docs/api.md')

/** `page` with the current table of the catalogue. Throws when the page lacks the marks around it. */
export const withErrorTable = (page: string): string =>
  replacePart(page, { name: 'error codes', script: 'scripts/build-error-table.ts', text: buildErrorTable() })

function buildErrorTable(): string {
  const rows = entriesOf(errorCodes).map(
    ([code, { status, owner, retryable }]) =>
      `| \`${code}\` | ${status} | ${owner} | ${retryable ? 'yes' : ''} | ${documentedMessage(code).replaceAll('|', '\\|')} |`,
  )
  return ['| code | status | owner | again | sentence |', '|---|---|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) await Bun.write(apiPage, withErrorTable(await Bun.file(apiPage).text()))
