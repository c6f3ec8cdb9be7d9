import type { Migration } from 'kysely'
import { addName } from './add-columns.ts'

/** The program of each call, and of the last call of each API token. */
export const clients: Migration = {
  async up(db) {
    await addName(db, 'usage_logs', 'client', 64)
    await addName(db, 'api_tokens', 'last_client', 64)
  },
}
