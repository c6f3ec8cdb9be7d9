/** Waits for items of a list that grows. The owner of the list calls `notify` after each addition. */
export function createArrivals<T>(items: readonly T[]) {
  const checks = new Set<() => void>()
  /** Resolves with the result of `find` as soon as it finds an item. */
  function waitFor(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const item = find()
        if (item === undefined) return
        checks.delete(check)
        resolve(item)
      }
      checks.add(check)
      check()
    })
  }
  return {
    notify() {
      for (const check of [...checks]) check()
    },
    waitFor,
    /** The item number `index` (from 0), as soon as it is in the list. */
    at: (index: number): Promise<T> => waitFor(() => items[index]),
  }
}
