import type { ShelfEntry, ShelfStore } from '../src/pages/playground/shelf.ts'

/** Kept conversations without a browser. The next writes fail with `faults`. */
export function memoryStore() {
  const entries = new Map<string, ShelfEntry>()
  const kept = new Map<string, string>()
  const faults: unknown[] = []
  const store: ShelfStore = {
    list: async () => [...entries.values()],
    read: async (id) => kept.get(id),
    async write(entry, text) {
      const fault = faults.shift()
      if (fault !== undefined) throw fault
      entries.set(entry.id, entry)
      kept.set(entry.id, text)
    },
    async remove(id) {
      entries.delete(id)
      kept.delete(id)
    },
  }
  return { store, kept, faults }
}
