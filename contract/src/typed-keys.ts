/**
 * Keys with their type. TypeScript allows objects with more keys than their type lists: only for objects built here.
 */

type Key<T> = Extract<keyof T, string>

/** The keys of an object that has no keys beside those of its type. */
export const keysOf = <T extends object>(object: T): Key<T>[] => Object.keys(object) as Key<T>[]

/** The entries of an object that has no keys beside those of its type. Optional keys that are absent have no entry. */
export const entriesOf = <T extends object>(object: T): [Key<T>, Exclude<T[Key<T>], undefined>][] =>
  Object.entries(object) as [Key<T>, Exclude<T[Key<T>], undefined>][]

export const isKeyOf = <T extends object>(object: T, key: PropertyKey): key is keyof T => Object.hasOwn(object, key)

/** The entry of a table under a name from outside, which may be the name of a property of all objects. */
export function lookUp<V, Otherwise>(
  table: Readonly<Record<string, V>>,
  name: string,
  otherwise: Otherwise,
): V | Otherwise {
  const found = Object.hasOwn(table, name) ? table[name] : undefined
  return found === undefined ? otherwise : found
}

export const isOneOf = <T>(values: readonly T[], value: unknown): value is T => values.some((one) => one === value)

/** An object with one value for each key. */
export const mapKeys = <K extends string, V>(keys: readonly K[], read: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<K, V>
