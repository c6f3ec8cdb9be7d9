import { type Expression, type SqlBool, sql } from 'kysely'

const escapeCharacter = '!'

/** `text` escaped so that LIKE matches it literally; `keepPercent` keeps `%` as a wildcard. */
export const escapeLike = (text: string, keepPercent = false): string =>
  text.replace(keepPercent ? /[!_]/g : /[!_%]/g, (character) => escapeCharacter + character)

/** `column` LIKE `pattern`, with the same escape character on every engine. */
export const like = (column: Expression<unknown>, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} like ${pattern} escape ${sql.lit(escapeCharacter)}`

/** Whether a raw statement of these fragments is one of `like`. */
export const likeWithEscape = ([first, second, third]: readonly string[]): boolean =>
  first === '' && second === ' like ' && third === ' escape '

/** The pattern for an engine whose escape character is `\`. */
export const literalOfLike = (pattern: string): string =>
  pattern.replace(/!(.)|\\/gs, (whole, character?: string) =>
    character === undefined ? '\\\\' : /[%_]/.test(character) ? `\\${character}` : whole.slice(1),
  )
