import { LRUCache } from 'lru-cache'

/** Each entry counts as one. */
const one = () => 1

/**
 * A cache of the `max` entries that were used last, each for at most `ttl` milliseconds; absent = without a time limit.
 * Its memory grows with its entries: with the library's own `max`, a cache of 100 000 takes 4 MB while it is empty.
 */
export const createGrowingCache = <K extends string | number, V extends object | string | number | boolean>(
  max: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<K, V> => new LRUCache({ maxSize: max, sizeCalculation: one, ...(ttl !== undefined && { ttl }) })
