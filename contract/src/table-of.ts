/**
 * A table that is read by names from outside. It has no prototype: `constructor` and `__proto__` are names like any
 * other, and `table[name]` is undefined for each name that is not in it.
 */
export const tableOf = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), entries)
