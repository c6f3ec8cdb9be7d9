import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import type { Passwords } from '../identity/passwords.ts'
import type { Clock } from '../platform/clock.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { engineOf } from '../store/dialects/engine.ts'
import { migrate } from '../store/migrate.ts'
import type { Store } from '../store/open-database.ts'
import { insertSetup, isSetUp } from '../store/setups.ts'
import { addBuiltInPrices } from './built-in-prices.ts'
import { explainRow } from './explain-row.ts'
import { setIdSequences } from './id-sequences.ts'
import { type ImportNote, ImportNotes } from './import-notes.ts'
import {
  assertImportable,
  beginImport,
  finishImport,
  type ImportProgress,
  isWholeRead,
  storeProgress,
} from './import-progress.ts'
import type { Layout } from './layout.ts'
import { nameWeakPasswords } from './name-weak-passwords.ts'
import type { Source } from './open-source.ts'
import { recordImportedPrices } from './record-imported-prices.ts'
import { readRestrictedRights } from './steps/administrators.ts'
import { modelsStep, prefillGroupsStep, vendorsStep } from './steps/catalogue.ts'
import { channelsStep } from './steps/channels.ts'
import { checkinsStep } from './steps/checkins.ts'
import { leftOutSteps, widenedStep } from './steps/left-out.ts'
import { optionsStep } from './steps/options.ts'
import { ordersStep } from './steps/orders.ts'
import { redemptionsStep } from './steps/redemptions.ts'
import { authenticatorsStep, passkeysStep, recoveryCodesStep } from './steps/second-factors.ts'
import type { ImportContext, ImportStep } from './steps/step.ts'
import { subscriptionSteps } from './steps/subscriptions.ts'
import { drawingsStep, tasksStep } from './steps/tasks.ts'
import { tokensStep } from './steps/tokens.ts'
import { usageHoursStep } from './steps/usage-hours.ts'
import { usageLogsStep } from './steps/usage-logs.ts'
import { usersStep } from './steps/users.ts'
import { type ComparedFigure, compareFigures } from './verify-import.ts'

export interface ImportReport {
  layout: Layout
  /** Rows read by each step of this run, and how long it took; a repeated import reads none. */
  steps: { name: string; rows: number; seconds: number }[]
  notes: ImportNote[]
  figures: ComparedFigure[]
}

export interface ImportOptions {
  source: Source
  store: Store
  secretBox: SecretBox
  clock: Clock
  version: string
  /** Tries common passwords of administrators, for half a second each. */
  passwords: Pick<Passwords, 'verify'>
  /** Called after each page. */
  onProgress?(step: string, rows: number): void
}

/** Accounts precede the objects that belong to them, and the usage log precedes the hourly sums. */
const steps: readonly ImportStep[] = [
  optionsStep,
  usersStep,
  tokensStep,
  channelsStep,
  redemptionsStep,
  ordersStep,
  checkinsStep,
  authenticatorsStep,
  recoveryCodesStep,
  passkeysStep,
  vendorsStep,
  modelsStep,
  prefillGroupsStep,
  drawingsStep,
  tasksStep,
  usageLogsStep,
  usageHoursStep,
  ...leftOutSteps,
  widenedStep,
  ...subscriptionSteps,
]

const rowsPerPage = 500

/**
 * Imports the source into an empty database, and compares both at the end. Repeatable: an interrupted import continues
 * where it stopped, a finished one adds newer rows of the source. Throws an Error with instructions if the
 * database contains other data.
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const { source, store, clock, version } = options
  const now = clock.now()
  await assertImportable(store, source, now)
  await migrate(store)
  const progress = await beginImport(store, source, now)
  const context = await buildContext(options, now)
  const report: ImportReport = { layout: source.layout, steps: [], notes: [], figures: [] }
  for (const step of steps) {
    if (!source.tables.has(step.table)) continue
    const begun = clock.monotonic()
    const rows = await runStep(step, { ...options, context, progress })
    report.steps.push({ name: step.name, rows, seconds: Math.round((clock.monotonic() - begun) / 1_000) })
  }
  if (report.steps.some(({ name, rows }) => name === usersStep.name && rows > 0))
    await nameWeakPasswords(store.db, options.passwords, context.notes)
  await addBuiltInPrices(store.db, context)
  await recordImportedPrices(store.db, now)
  if (engineOf(store.db) === 'postgres') await setIdSequences(store.db)
  if (!(await isSetUp(store.db))) await insertSetup(store.db, { version, initializedAt: now })
  await finishImport(store.db, progress, clock.now())
  return { ...report, notes: context.notes.list(), figures: await compareFigures(source, store.db) }
}

async function buildContext({ source, secretBox }: ImportOptions, now: number): Promise<ImportContext> {
  const setups = source.tables.has('setups') ? await source.readAll('setups') : []
  const options = await source.readAll('options')
  const perUnit = options.find((row) => row.text('key') === 'QuotaPerUnit')?.real('value') ?? 0
  return {
    source,
    layout: source.layout,
    secretBox,
    now,
    notes: new ImportNotes(),
    sourceSetUpAt: setups[0]?.seconds('initialized_at') || now,
    quotaPerUnit: perUnit > 0 ? perUnit : defaultQuotaPerUnit,
    rights: await readRestrictedRights(source),
  }
}

interface StepRun extends ImportOptions {
  context: ImportContext
  progress: ImportProgress
}

/** Returns the number of rows that were read. */
async function runStep(step: ImportStep, run: StepRun): Promise<number> {
  const { source, store, context, progress, onProgress } = run
  if (step.isWithoutId && isWholeRead(progress, step.name)) return 0
  for (let read = 0; ; ) {
    const after = progress.reached[step.name] ?? 0
    const rows = step.isWithoutId
      ? await source.readAll(step.table)
      : await source.readAfter(step.table, after, rowsPerPage)
    const to = step.isWithoutId ? 'whole table' : rows.at(-1)?.integer('id')
    if (to === undefined) return read
    await store.db
      .transaction()
      .execute(async (db) => {
        await step.write({ rows, db, context })
        await storeProgress(db, progress, { step: step.name, to })
      })
      .catch(async (error: unknown) => {
        throw await explainRow(error, { step, rows, db: store.db, context })
      })
    read += rows.length
    onProgress?.(step.name, read)
    if (step.isWithoutId || rows.length < rowsPerPage) return read
  }
}
