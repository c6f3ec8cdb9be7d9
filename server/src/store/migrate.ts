import { type Migration, Migrator } from 'kysely'
import { initial } from './migrations/0001-initial.ts'
import { costs } from './migrations/0002-costs.ts'
import { accounts } from './migrations/0003-accounts.ts'
import { limits } from './migrations/0004-limits.ts'
import { rollups } from './migrations/0005-rollups.ts'
import { signingIn } from './migrations/0006-signing-in.ts'
import { channelUpkeep } from './migrations/0007-channel-upkeep.ts'
import { tasks } from './migrations/0008-tasks.ts'
import { payments } from './migrations/0009-payments.ts'
import { retiredNames } from './migrations/0010-retired-names.ts'
import { drawingSettings } from './migrations/0011-drawing-settings.ts'
import { paymentReversals } from './migrations/0012-payment-reversals.ts'
import { accountLanguage } from './migrations/0013-account-language.ts'
import { checkins } from './migrations/0014-checkins.ts'
import { reasonsAsData } from './migrations/0015-reasons-as-data.ts'
import { catalogue } from './migrations/0016-catalogue.ts'
import { storedObjects } from './migrations/0017-stored-objects.ts'
import { autoGroups } from './migrations/0018-auto-groups.ts'
import { imports } from './migrations/0019-imports.ts'
import { deletedChannels } from './migrations/0020-deleted-channels.ts'
import { modelChecks } from './migrations/0021-model-checks.ts'
import { channelKeys } from './migrations/0022-channel-keys.ts'
import { sessionRefresh } from './migrations/0023-session-refresh.ts'
import { modelFacts } from './migrations/0024-model-facts.ts'
import { taskKeys } from './migrations/0025-task-keys.ts'
import { prepareUsagePartitions, usagePartitions } from './migrations/0026-usage-partitions.ts'
import type { Store } from './open-database.ts'
import { StoreError } from './store-error.ts'

/** In order, one line each. A migration that was released never changes. */
const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-costs': costs,
  '0003-accounts': accounts,
  '0004-limits': limits,
  '0005-rollups': rollups,
  '0006-signing-in': signingIn,
  '0007-channel-upkeep': channelUpkeep,
  '0008-tasks': tasks,
  '0009-payments': payments,
  '0010-retired-names': retiredNames,
  '0011-drawing-settings': drawingSettings,
  '0012-payment-reversals': paymentReversals,
  '0013-account-language': accountLanguage,
  '0014-checkins': checkins,
  '0015-reasons-as-data': reasonsAsData,
  '0016-catalogue': catalogue,
  '0017-stored-objects': storedObjects,
  '0018-auto-groups': autoGroups,
  '0019-imports': imports,
  '0020-deleted-channels': deletedChannels,
  '0021-model-checks': modelChecks,
  '0022-channel-keys': channelKeys,
  '0023-session-refresh': sessionRefresh,
  '0024-model-facts': modelFacts,
  '0025-task-keys': taskKeys,
  '0026-usage-partitions': usagePartitions,
}

/**
 * Runs the migrations that the schema lacks, up to `last`, or all of them. Returns their names. Throws StoreError
 * `newer_schema`.
 */
export async function migrate(store: Store, last?: string): Promise<string[]> {
  await assertKnownSchema(store)
  const db = await store.openPatient()
  try {
    if (last === undefined) await prepareUsagePartitions(db)
    const migrator = createMigrator({ db })
    const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    if (error) throw error
    return results.map((result) => result.migrationName)
  } finally {
    if (db !== store.db) await db.destroy()
  }
}

/** Throws StoreError `newer_schema` when a later version of the program has changed the schema. */
export async function assertKnownSchema({ db }: Store): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return
  // The table of the migrator itself, which is not part of the schema.
  const ran = await db
    .selectFrom('kysely_migration' as never)
    .select('name' as never)
    .execute()
  const unknown = (ran as { name: string }[]).map((row) => row.name).filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new StoreError('newer_schema', `the database was changed by a newer program: ${unknown.join(', ')}`)
}

/** Whether every migration of this program has run. */
export async function isCurrentSchema(store: Store): Promise<boolean> {
  await assertKnownSchema(store)
  const known = await createMigrator(store).getMigrations()
  return known.every((migration) => migration.executedAt !== undefined)
}

const createMigrator = ({ db }: Pick<Store, 'db'>) =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
