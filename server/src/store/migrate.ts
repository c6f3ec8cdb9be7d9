import { type Migration, Migrator, sql } from 'kysely'
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
import { balanceLeases } from './migrations/0027-balance-leases.ts'
import { usageSums } from './migrations/0028-usage-sums.ts'
import { ledgerWriters } from './migrations/0029-ledger-writers.ts'
import { usageDays } from './migrations/0030-usage-days.ts'
import { prepareUsageModels, usageModels } from './migrations/0031-usage-models.ts'
import { objectsById } from './migrations/0032-objects-by-id.ts'
import type { Store } from './open-database.ts'
import { readOptionText, writeOptionText } from './options.ts'
import { StoreError } from './store-error.ts'
import { withoutStatementTimeout } from './without-statement-timeout.ts'

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
  '0027-balance-leases': balanceLeases,
  '0028-usage-sums': usageSums,
  '0029-ledger-writers': ledgerWriters,
  '0030-usage-days': usageDays,
  '0031-usage-models': usageModels,
  '0032-objects-by-id': objectsById,
}

/**
 * The migrations after which older programs cannot use the schema: those that remove, rename or tighten something. The
 * value is the first migration whose program no longer uses what was removed, so the removal comes at least one release
 * after it (docs/development.md). Migrations that are not listed only add; `migrate.test.ts` compares.
 */
export const removals: Readonly<Record<string, string>> = {}

/**
 * The option row with the migration that a program must know to use this schema; empty = any program that reads the
 * row.
 */
const needsName = '$schema.needs'
const needed = Object.values(removals).sort().at(-1) ?? ''

/**
 * Runs the migrations that the schema lacks, up to `last`, or all of them. Returns their names: none for the schema of
 * a newer program that this one can use. Throws StoreError `newer_schema`.
 */
export async function migrate(store: Store, last?: string): Promise<string[]> {
  await assertKnownSchema(store)
  if ((await newerMigrations(store)).length > 0) return []
  // Before the migrations, so that no older program starts between a removal and this row.
  if (await hasTable(store, 'options')) await writeNeeded(store)
  return withoutStatementTimeout(store, async (db) => {
    if (last === undefined) {
      await prepareUsagePartitions(db)
      await prepareUsageModels(db)
    }
    const migrator = createMigrator({ db })
    const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    if (error) throw error
    await writeNeeded(store)
    return results.map((result) => result.migrationName)
  })
}

async function writeNeeded({ db }: Store): Promise<void> {
  if ((await readOptionText(db, needsName)) !== needed)
    await writeOptionText(db, { name: needsName, value: needed, updatedAt: Date.now() })
}

/** The migrations of the schema that this program does not know, from a newer program. */
export async function newerMigrations(store: Store): Promise<string[]> {
  return (await ranMigrations(store)).filter((name) => !(name in migrations))
}

/** Throws StoreError `newer_schema` when a newer program has changed the schema so that this one cannot use it. */
export async function assertKnownSchema(store: Store): Promise<void> {
  const ran = await ranMigrations(store)
  const newer = ran.filter((name) => !(name in migrations))
  if (newer.length === 0) return
  if (!(await hasTable(store, 'options')))
    throw new Error(
      `The database belongs to another program, or is one of LOG_SQL_DSN (its migrations: ${newer.join(', ')}). ` +
        'Name another, empty database. Nothing was changed.',
    )
  const needs = await readOptionText(store.db, needsName)
  const isUsable = needs !== undefined && (needs === '' || needs in migrations)
  // A program of another line of development lacks migrations of this one.
  if (isUsable && Object.keys(migrations).every((name) => ran.includes(name))) return
  throw new StoreError(
    'newer_schema',
    `the database was changed by a newer program, and this one cannot use it any more (${newer.join(', ')}). ` +
      'Start the newer program, or restore the backup from before the upgrade',
  )
}

async function ranMigrations(store: Store): Promise<string[]> {
  if (!(await hasTable(store, 'kysely_migration'))) return []
  // The table belongs to the migrator and is not part of `Database`.
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(store.db)
  return rows.map(({ name }) => name)
}

async function hasTable({ db }: Store, name: string): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some((table) => table.name === name)
}

/** Whether every migration of this program has run. */
export async function isCurrentSchema(store: Store): Promise<boolean> {
  await assertKnownSchema(store)
  const known = await createMigrator(store).getMigrations()
  return known.every((migration) => migration.executedAt !== undefined)
}

export const createMigrator = ({ db }: Pick<Store, 'db'>) =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
