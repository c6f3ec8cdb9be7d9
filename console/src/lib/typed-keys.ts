/** The keys of a constant table, in its order, with their types. The table must not have other keys at run time. */
export const typedKeys = <T extends object>(table: T): (keyof T & string)[] =>
  // Object.keys returns plain texts, because an object may have more keys than its type.
  Object.keys(table) as (keyof T & string)[]
