import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** `text` as a LIKE pattern that finds it anywhere, every character literal; goes with `escape '!'`. */
const containsPattern = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`

/** Whether `column` holds `text` somewhere, in any case (of ASCII letters at least). */
export const contains = (column: Expression<string | null>, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${column}) like lower(${containsPattern(text)}) escape '!'`
