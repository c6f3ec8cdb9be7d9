import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { engineOf } from './engine.ts'

/** For a LIKE pattern with `escape '!'`: every character is literal. */
const literal = (text: string): string => text.replace(/[!%_]/g, '!$&')

/** A LIKE pattern that finds `text` anywhere. */
const containsPattern = (text: string): string => `%${literal(text)}%`

/**
 * Whether `column` contains `text`, ignoring the case of ASCII letters at least. LIKE of the embedded database ignores
 * it by itself, which takes half the time.
 */
export function contains(db: Kysely<Database>, column: Expression<string | null>, text: string): RawBuilder<SqlBool> {
  if (engineOf(db) === 'sqlite') return sql<SqlBool>`${column} like ${containsPattern(text)} escape '!'`
  return sql<SqlBool>`lower(${column}) like lower(${containsPattern(text)}) escape '!'`
}

/** Whether the names in `column`, separated by commas, include `name`. */
export function listsName(column: Expression<string | null>, name: string): RawBuilder<SqlBool> {
  const one = literal(name)
  const [first, last, inner] = [`${one},%`, `%,${one}`, `%,${one},%`]
  const among = [first, last, inner].map((pattern) => sql`${column} like ${pattern} escape '!'`)
  // LIKE of SQLite ignores the case of letters, `replace` of no engine does.
  return sql<SqlBool>`(${column} = ${name} or (${sql.join(among, sql` or `)}) and replace(${column}, ${name}, '') <> ${column})`
}
