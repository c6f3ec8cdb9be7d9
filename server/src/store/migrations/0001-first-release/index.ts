import type { Migration } from 'kysely'
import { tableSketches } from '../table-sketch.ts'
import { createAccounts } from './accounts.ts'
import { createCatalogue } from './catalogue.ts'
import { createChannels } from './channels.ts'
import { createLedger } from './ledger.ts'
import { createPayments } from './payments.ts'
import { createSignIn } from './sign-in.ts'
import { createStoredWork } from './stored-work.ts'
import { createUsage } from './usage.ts'

/** The schema of version 0.1.0. */
export const firstRelease: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await createAccounts(table)
    await createSignIn(table)
    await createChannels(table)
    await createCatalogue(table)
    await createLedger(table)
    await createPayments(table)
    await createStoredWork(table)
    await createUsage(db, table)
  },
}
