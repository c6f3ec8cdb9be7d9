import type { Migration } from 'kysely'
import { engineOf } from './dialects/engine.ts'
import { type FormerMigrations, isFormerSchema, takeOverSchema } from './former-schema.ts'
import { firstRelease } from './migrations/0001-first-release/index.ts'
import { objectsById } from './migrations/0002-objects-by-id.ts'
import { shortPasswords } from './migrations/0003-short-passwords.ts'
import { workByPhase } from './migrations/0004-work-by-phase.ts'
import { priceChanges } from './migrations/0006-price-changes.ts'
import { priceSources } from './migrations/0007-price-sources.ts'
import { chargedErrors } from './migrations/0008-charged-errors.ts'
import { unpricedCalls } from './migrations/0009-unpriced-calls.ts'
import { clients } from './migrations/0010-clients.ts'
import { cachedAndFirstTokens } from './migrations/0011-cached-and-first-tokens.ts'
import { clientsOfHours } from './migrations/0012-clients-of-hours.ts'
import { docsPages } from './migrations/0013-docs-pages.ts'
import { failedTests } from './migrations/0014-failed-tests.ts'
import { accountsAtAGlance } from './migrations/0015-accounts-at-a-glance.ts'
import { adminRights } from './migrations/0016-admin-rights.ts'
import { hiddenTasks } from './migrations/0017-hidden-tasks.ts'
import { adminRoles } from './migrations/0018-admin-roles.ts'
import { userNotes } from './migrations/0019-user-notes.ts'
import { cacheWrites } from './migrations/0020-cache-writes.ts'
import { taskFiles } from './migrations/0021-task-files.ts'
import { accountViews } from './migrations/0022-account-views.ts'
import { accountMessages } from './migrations/0023-account-messages.ts'
import { taskMessages } from './migrations/0024-task-messages.ts'
import { orderedLists } from './migrations/0025-ordered-lists.ts'
import { topupSums } from './migrations/0026-topup-sums.ts'
import type { Store } from './open-database.ts'
import { readOptionText, writeOptionText } from './options.ts'
import { hasTable, ranMigrations } from './ran-migrations.ts'
import { type MigrationWatch, runMigrations } from './run-migrations.ts'
import { StoreError } from './store-error.ts'

/** In order, one line each. A migration that was released never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-release': firstRelease,
  '0002-objects-by-id': objectsById,
  '0003-short-passwords': shortPasswords,
  '0004-work-by-phase': workByPhase,
  '0006-price-changes': priceChanges,
  '0007-price-sources': priceSources,
  '0008-charged-errors': chargedErrors,
  '0009-unpriced-calls': unpricedCalls,
  '0010-clients': clients,
  '0011-cached-and-first-tokens': cachedAndFirstTokens,
  '0012-clients-of-hours': clientsOfHours,
  '0013-docs-pages': docsPages,
  '0014-failed-tests': failedTests,
  '0015-accounts-at-a-glance': accountsAtAGlance,
  '0016-admin-rights': adminRights,
  '0017-hidden-tasks': hiddenTasks,
  '0018-admin-roles': adminRoles,
  '0019-user-notes': userNotes,
  '0020-cache-writes': cacheWrites,
  '0021-task-files': taskFiles,
  '0022-account-views': accountViews,
  '0023-account-messages': accountMessages,
  '0024-task-messages': taskMessages,
  '0025-ordered-lists': orderedLists,
  '0026-topup-sums': topupSums,
}

const former: FormerMigrations = {
  first: '0001-initial',
  last: '0031-usage-models',
  count: 31,
  now: '0001-first-release',
  start: 'with it',
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
 * Runs the migrations that the schema lacks, up to `last` or all of them. Returns their names: none for the schema of
 * a newer program that this one can use. Throws StoreError `newer_schema` or `older_schema`.
 */
export async function migrate(
  store: Store,
  steps: { last?: string | undefined; watch?: MigrationWatch | undefined } = {},
): Promise<string[]> {
  await assertKnownSchema(store)
  if (isFormerSchema(await ranMigrations(store.db), former)) await takeOverSchema(store.db, former)
  if ((await newerMigrations(store)).length > 0) return []
  // Before the migrations, so that no older program starts between a removal and this row.
  if (await hasTable(store.db, 'options')) await writeNeeded(store)
  const names = await runMigrations(store, migrations, steps)
  await writeNeeded(store)
  return names
}

async function writeNeeded({ db }: Store): Promise<void> {
  if ((await readOptionText(db, needsName)) !== needed)
    await writeOptionText(db, { name: needsName, value: needed, updatedAt: Date.now() })
}

/** The migrations of the schema that this program does not know, from a newer program. */
export async function newerMigrations(store: Store): Promise<string[]> {
  return (await ranMigrations(store.db)).filter((name) => !(name in migrations))
}

/**
 * Throws StoreError `newer_schema` when a newer program has changed the schema so that this one cannot use it, and
 * `older_schema` when it is older than the last revision before the first release.
 */
async function assertKnownSchema(store: Pick<Store, 'db'>): Promise<void> {
  const ran = await ranMigrations(store.db)
  if (isFormerSchema(ran, former)) return
  if (ran.length === 0) await assertNotForeign(store)
  const newer = ran.filter((name) => !(name in migrations))
  if (newer.length === 0) return
  if (!(await hasTable(store.db, 'options')))
    throw new StoreError(
      'foreign',
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

/** Migrations make the names of the migrations first. */
async function assertNotForeign({ db }: Pick<Store, 'db'>): Promise<void> {
  if (await hasTable(db, 'kysely_migration')) return
  // A database of a server may have tables of its extensions.
  const isFile = engineOf(db) === 'sqlite'
  const tables = isFile ? await db.introspection.getTables() : []
  for (const name of isFile ? tables.map((table) => table.name) : ['users', 'channels', 'options', 'tokens'])
    if (await hasTable(db, name))
      throw new StoreError(
        'foreign',
        `The database belongs to another program: it has a table ${name}, and none of the migrations of this one. ` +
          'Name another, empty database. `sluice import --from` takes over the data of other gateways ' +
          '(docs/importing.md). Nothing was changed.',
      )
}

/** `none`: no server has been started with the database. `current`: every migration of this program has run. */
export type SchemaState = 'none' | 'older' | 'current'

/** Throws as `assertKnownSchema`. */
export async function schemaStateOf(store: Pick<Store, 'db'>): Promise<SchemaState> {
  await assertKnownSchema(store)
  const ran = await ranMigrations(store.db)
  if (ran.length === 0) return 'none'
  return Object.keys(migrations).every((name) => ran.includes(name)) ? 'current' : 'older'
}

/** For commands beside a server. Throws StoreError `no_schema` or `not_migrated`, and as `assertKnownSchema`. */
export async function assertCurrentSchema(store: Store): Promise<void> {
  const state = await schemaStateOf(store)
  if (state === 'none') throw withoutSchema()
  if (state === 'older') throw new StoreError('not_migrated', 'The database is of an older version.')
}

/** The same for commands that work with a schema of any version, also of a newer program. */
export async function assertMadeSchema(store: Store): Promise<void> {
  if ((await ranMigrations(store.db)).length > 0) return
  await assertNotForeign(store)
  throw withoutSchema()
}

const withoutSchema = () =>
  new StoreError('no_schema', 'The database holds no schema: no server has been started with it.')
