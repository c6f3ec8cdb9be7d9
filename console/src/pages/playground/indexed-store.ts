import { type DBSchema, openDB } from 'idb'
import type { ShelfEntry, ShelfStore } from './shelf.ts'

interface Schema extends DBSchema {
  entries: { key: string; value: ShelfEntry }
  texts: { key: string; value: string }
}

/** Conversations in the database of the browser. The list is read without the texts, which are long. */
export function createIndexedStore(name: string): ShelfStore {
  const opened = open(name)
  // Each method reports the failure.
  opened.catch(() => undefined)
  const change = async () => (await opened).transaction(['entries', 'texts'], 'readwrite')
  return {
    list: async () => (await opened).getAll('entries'),
    read: async (id) => (await opened).get('texts', id),
    async write(entry, text) {
      const changes = await change()
      const stored = [changes.objectStore('entries').put(entry), changes.objectStore('texts').put(text, entry.id)]
      await Promise.all([...stored, changes.done])
    },
    async remove(id) {
      const changes = await change()
      const removed = [changes.objectStore('entries').delete(id), changes.objectStore('texts').delete(id)]
      await Promise.all([...removed, changes.done])
    },
  }
}

// Where storage is forbidden, opening may throw instead of rejecting.
const open = async (name: string) =>
  openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'id' })
      database.createObjectStore('texts')
    },
  })
