import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPasswords } from '../identity/passwords.ts'
import { buildReportText } from '../importer/build-report-text.ts'
import { openSource, type Source } from '../importer/open-source.ts'
import { runImport } from '../importer/run-import.ts'
import { agrees } from '../importer/verify-import.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { databaseFolder, databaseSettings } from '../platform/database-settings.ts'
import { withFullDiskExplained } from '../platform/disk-full.ts'
import { loadSecrets } from '../platform/load-secrets.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { openDatabase, type Store } from '../store/open-database.ts'
import { version } from '../version.ts'
import { explainStart } from './explain-start.ts'

export interface ImportCommand {
  /** A SQLite file, or the DSN of a database server. */
  from: string
  isDryRun: boolean
  json: boolean
}

/** The command of the words after `import`; null if they are invalid. */
export function parseImportWords(words: readonly string[]): ImportCommand | null {
  const flags = words.filter((word) => word === '--dry-run' || word === '--json')
  const rest = words.filter((word) => word !== '--dry-run' && word !== '--json')
  const [name, from] = rest
  if (name !== '--from' || from === undefined || from === '' || rest.length !== 2) return null
  return { from, isDryRun: flags.includes('--dry-run'), json: flags.includes('--json') }
}

/** Imports and prints the report. Returns the exit code: 0 only when every figure agrees. */
export async function importDatabase(config: Config, { from, isDryRun, json }: ImportCommand): Promise<number> {
  const source = await openSource(from).catch((error: unknown) => {
    throw new Error(explainStart(error, '--from'), { cause: error })
  })
  try {
    const report = await (isDryRun ? tryImport(source) : importInto(source, config))
    console.log(json ? JSON.stringify(report, null, 2) : buildReportText(report, { isDryRun }))
    return report.figures.every(agrees) ? 0 : 1
  } finally {
    await source.close()
  }
}

const importInto = (source: Source, config: Config) =>
  withFullDiskExplained(databaseFolder(config), async () => {
    const secretBox = createSecretBox(loadSecrets(config).cryptoSecret)
    const store = await openDatabase(databaseSettings(config))
    return await importAndClose(source, store, secretBox)
  })

/** Imports into a temporary database, so that the report equals that of the real import. */
async function tryImport(source: Source) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-import-'))
  try {
    return await withFullDiskExplained(tmpdir(), async () => {
      const store = await openDatabase({ dsn: '', sqlitePath: join(folder, 'import.db'), poolMax: 1 })
      return await importAndClose(source, store, createSecretBox(crypto.randomUUID()))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importAndClose(source: Source, store: Store, secretBox: ReturnType<typeof createSecretBox>) {
  try {
    const onProgress = (step: string, rows: number) => {
      if (rows % rowsPerLine === 0) process.stderr.write(`${step}: ${rows} rows\n`)
    }
    const passwords = createPasswords()
    return await runImport({ source, store, secretBox, clock: systemClock, version, passwords, onProgress })
  } finally {
    await store.close()
  }
}

const rowsPerLine = 50_000
