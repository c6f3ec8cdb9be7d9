import { sumHolds } from '../store/ledger-entries.ts'
import type { AdminDependencies } from './dependencies.ts'

/** What is held for the running calls of an account: as rows, and in this process alone. */
export const heldQuota = async ({ db, ledger }: Pick<AdminDependencies, 'db' | 'ledger'>, userId: number) =>
  (await sumHolds(db, userId)) + ledger.unwrittenHolds(userId)
