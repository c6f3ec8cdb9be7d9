import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** A LIKE pattern that finds `text` anywhere, with every character literal. Use with `escape '!'`. */
const containsPattern = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`

/** Whether `column` contains `text`, ignoring the case of ASCII letters at least. */
export const contains = (column: Expression<string | null>, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${column}) like lower(${containsPattern(text)}) escape '!'`
