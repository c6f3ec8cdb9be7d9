import { dirname, resolve } from 'node:path'
import { languages } from '@sluice/contract/messages/languages'
import { systemClock } from '../platform/clock.ts'
import { type Config, parseConfig } from '../platform/config.ts'
import { databaseFolder, databaseSettings } from '../platform/database-settings.ts'
import { withFullDiskExplained } from '../platform/disk-full.ts'
import { raiseFetchLimit } from '../platform/fetch-limit.ts'
import { keptMemory } from '../platform/kept-memory.ts'
import { createLog, type Log } from '../platform/log.ts'
import { logDatabaseSettings } from '../platform/log-database-settings.ts'
import { misspeltSettingsIn } from '../platform/misspelt-settings.ts'
import { findPort } from '../platform/port.ts'
import { replaceProcess } from '../platform/replace-process.ts'
import { unusedSettingsIn } from '../platform/unused-settings.ts'
import type { WorkerSlot } from '../platform/worker-slot.ts'
import { createLogStore } from '../store/log-store/open-log-store.ts'
import { assertCurrentSchema } from '../store/migrate.ts'
import { openDatabase, type Store } from '../store/open-database.ts'
import { describeVersion, readCommit, version } from '../version.ts'
import { askHealth } from './ask-health.ts'
import { askPassphrase } from './ask-passphrase.ts'
import { backUp, describeMisfit, restore, type SecretFit } from './backup.ts'
import { explainStart } from './explain-start.ts'
import { importDatabase, parseImportWords } from './import-database.ts'
import { runLedgerAudit } from './ledger-audit.ts'
import { disableTurnstile, enablePasswordLogin, setRandomPassword } from './restore-access.ts'
import { parseDoctorWords, runDoctor } from './run-doctor.ts'
import { type StoppableServer, serveUntilStopped } from './serve-until-stopped.ts'
import { joinAsWorker, openSupervisor } from './workers/join-as-worker.ts'
import { serveAsWorker } from './workers/serve-as-worker.ts'
import { assertWorkersArePossible, parseServeWords, type ServeWords } from './workers/serve-words.ts'
import { createWorkerSpawner } from './workers/spawn-worker.ts'
import { superviseWorkers } from './workers/supervise-workers.ts'

export interface CommandContext {
  environment: Record<string, string | undefined>
  startServer(config: Config, log: Log, slot: WorkerSlot | null): Promise<StoppableServer>
}

const help = `sluice ${version}

  sluice serve [--workers N]    starts the gateway (settings: docs/configuration.md); with --workers as N processes on
                                one port, on Linux and with a database server
  sluice health [--alive]       asks the server on this machine whether it is ready, or with --alive whether it runs;
                                exit code 1 if not
  sluice doctor [--offline] [--json] [--lang=${languages.join('|')}]
                                checks settings, database, clock, channels, prices and addresses; exit code 1 if
                                something must be repaired; with --offline asks no host of a channel and no address
  sluice ledger audit [--json]  checks that balances and entries agree; exit code 1 if they do not
  sluice backup <folder> [--with-secrets]
                                copies the embedded database, also while the server runs; with the secrets of DATA_DIR
                                only if asked, sealed by a passphrase (BACKUP_PASSPHRASE, or typed)
  sluice restore <folder> [--without-secrets]
                                restores such a copy; the current files are kept under other names
  sluice import --from <file or DSN> [--dry-run] [--json]
                                imports a database of New API or One API (docs/importing.md)
  sluice reset-password <user>  sets and prints a new password of the account (name or mail address)
  sluice enable-password-login  enables password login
  sluice disable-turnstile      switches the security check (Turnstile) off
  sluice version
  sluice help
`

/** Runs one command. Returns the exit code, or null while a server runs. */
export async function runCommand(given: readonly string[], context: CommandContext): Promise<number | null> {
  const [command = 'help', ...rest] = given
  if (rest.includes('--help') || rest.includes('-h')) return print(help)
  try {
    const words = command === 'serve' ? parseServeWords(rest) : null
    if (words) return await serve(context, words)
    if (command === 'ledger' && isAudit(rest)) return await auditLedger(context, rest.includes('--json'))
    if (command === 'health' && isOnly('--alive', rest))
      return await askHealth(parseConfig(context.environment), { alive: rest.length > 0 })
    const doctor = command === 'doctor' ? parseDoctorWords(rest) : null
    if (doctor) return await runDoctor(context.environment, doctor, systemClock)
    const toImport = command === 'import' ? parseImportWords(rest) : null
    if (toImport) return await importDatabase(parseConfig(context.environment), toImport)
    const [argument] = rest
    const toBackUp = command === 'backup' ? parseFolderWords(rest, '--with-secrets') : null
    if (toBackUp) return await printBackup(context, toBackUp)
    const toRestore = command === 'restore' ? parseFolderWords(rest, '--without-secrets') : null
    if (toRestore) return await printRestored(context, toRestore)
    if (command === 'reset-password' && argument !== undefined && rest.length === 1)
      return await changeStore(context, (store) => printNewPassword(store, argument))
    if (command === 'enable-password-login' && rest.length === 0) return await changeStore(context, printPasswordLogin)
    if (command === 'disable-turnstile' && rest.length === 0) return await changeStore(context, printTurnstile)
    if (['version', '--version', '-v'].includes(command)) return print(`sluice ${describeVersion(readCommit())}\n`)
    if (['help', '--help', '-h'].includes(command)) return print(help)
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`)
    return 1
  }
  const fault = help.includes(`\n  sluice ${command} `) ? 'Missing or unknown arguments' : 'Unknown command'
  process.stderr.write(`${fault}: ${given.join(' ')}\n\n${help}`)
  return 2
}

async function serve(context: CommandContext, words: ServeWords): Promise<number | null> {
  const config = parseConfig(context.environment)
  allowUpstreamCalls(context.environment, config.MAX_INFLIGHT)
  if (words.role === 'supervisor') return await serveByWorkers(context.environment, config, words.count)
  if (words.role === 'worker') {
    const log = createLog(config.LOG_LEVEL, { worker: words.number })
    const supervisor = openSupervisor()
    const slot = joinAsWorker(words, supervisor)
    return await serveAsWorker(() => startExplained(context, { config, log, slot }), { supervisor, log })
  }
  const log = createLog(config.LOG_LEVEL)
  warnOfUnused(context.environment, log)
  return await serveUntilStopped(() => startExplained(context, { config, log, slot: null }), log)
}

/** Starts workers on one port, and no server in this process. */
async function serveByWorkers(
  environment: CommandContext['environment'],
  config: Config,
  count: number,
): Promise<number> {
  assertWorkersArePossible(config, process.platform)
  const log = createLog(config.LOG_LEVEL)
  warnOfUnused(environment, log)
  if (count > 1 && config.REDIS_CONN_STRING === '')
    log.warn(
      { SYNC_FREQUENCY: config.SYNC_FREQUENCY },
      'workers without Redis: each counts limits for itself, and changes reach the others after SYNC_FREQUENCY seconds. Set REDIS_CONN_STRING',
    )
  const port = await findPort(config)
  const spawn = createWorkerSpawner({ ...environment, PORT: String(port) }, count)
  return await serveUntilStopped(() => superviseWorkers({ count, spawn, wait: Bun.sleep, log }), log)
}

function warnOfUnused(environment: CommandContext['environment'], log: Log): void {
  const unused = unusedSettingsIn(environment)
  if (unused.length > 0)
    log.warn({ settings: unused }, 'settings without effect; see docs/configuration.md for their replacements')
  for (const { name, meant } of misspeltSettingsIn(environment))
    log.warn({ name, meant }, 'a variable without effect resembles a setting: is its name misspelt?')
}

/** Starts the server. An error of a full disk names the folder. */
function startExplained(
  { startServer }: CommandContext,
  { config, log, slot }: { config: Config; log: Log; slot: WorkerSlot | null },
): Promise<StoppableServer> {
  return withFullDiskExplained(databaseFolder(config), () => startServer(config, log, slot))
}

/**
 * The runtime's limit on concurrent fetches is far below the gateway's, and is read before any code runs. If the
 * environment does not raise it, the program restarts with a changed environment, and the allocator's settings with it.
 */
function allowUpstreamCalls(environment: CommandContext['environment'], calls: number): void {
  const change = raiseFetchLimit(environment, calls)
  if (change === null) return
  replaceProcess({ ...keptMemory, ...environment, ...change })
  const [setting] = Object.entries(change).map(([name, value]) => `${name}=${value}`)
  throw new Error(
    `The runtime allows fewer upstream calls at once than MAX_INFLIGHT (${calls}), and this system offers no way to ` +
      `change that here. Start the server with ${setting} in its environment, or lower MAX_INFLIGHT.`,
  )
}

/** Whether there is no word other than this one. */
const isOnly = (word: string, words: readonly string[]): boolean => words.every((given) => given === word)

const isAudit = ([word, ...flags]: readonly string[]): boolean => word === 'audit' && isOnly('--json', flags)

/** Only reads, so it may run while the server runs. */
async function auditLedger({ environment }: CommandContext, json: boolean): Promise<number> {
  const config = parseConfig(environment)
  const settings = logDatabaseSettings(config)
  const logStore = settings && createLogStore(settings, { clock: systemClock, access: 'read' })
  const store = await openDatabase({ ...databaseSettings(config), access: 'read' })
  try {
    await assertCurrentSchema(store)
    return await runLedgerAudit(store, { json, logStore })
  } finally {
    await logStore?.close()
    await store.close()
  }
}

/** For short writes while a server runs, which handles them like changes of another node. */
async function changeStore(
  { environment }: CommandContext,
  change: (store: Store) => Promise<number>,
): Promise<number> {
  const config = parseConfig(environment)
  const store = await openDatabase({ ...databaseSettings(config), access: 'write' })
  try {
    await assertCurrentSchema(store)
    return await withFullDiskExplained(databaseFolder(config), () => change(store))
  } finally {
    await store.close()
  }
}

async function printNewPassword(store: Store, login: string): Promise<number> {
  const reset = await setRandomPassword(store.db, login, systemClock)
  if (reset === null) throw new Error(`No account has the name or mail address ${login}.`)
  return print(
    `The password of ${reset.username} is now ${reset.password}\nIts sessions and its system access token are no longer valid.\n`,
  )
}

interface FolderWords {
  folder: string
  hasFlag: boolean
}

/** A folder, and perhaps the flag; null = other words. */
function parseFolderWords(words: readonly string[], flag: string): FolderWords | null {
  const [folder, ...more] = words.filter((word) => word !== flag)
  if (folder === undefined || folder.startsWith('--') || more.length > 0) return null
  return { folder, hasFlag: words.includes(flag) }
}

async function printBackup({ environment }: CommandContext, { folder, hasFlag }: FolderWords): Promise<number> {
  const config = parseConfig(environment)
  const passphrase = hasFlag ? await askPassphrase(config, { twice: true }) : null
  const { secrets, cryptoSecret } = await withFullDiskExplained(dirname(resolve(folder)), () =>
    backUp(config, folder, { clock: systemClock, passphrase }),
  )
  const advice = secrets.includes('crypto-secret')
    ? 'It contains the secrets, sealed by the passphrase: keep that elsewhere, because nothing else opens them.'
    : adviseOnSecret(cryptoSecret)
  const logs = logDatabaseSettings(config)
  const beside =
    logs === null || logs.dsn === ''
      ? ''
      : ' The usage log is in the database server of LOG_SQL_DSN: back it up separately, after this.'
  return print(`The backup is in ${resolve(folder)}. ${advice}${beside}\n`)
}

/** What is to be kept beside a backup without the secret. */
function adviseOnSecret({ fit, place }: SecretFit): string {
  if (fit === 'opens')
    return `It does not contain ${place === 'CRYPTO_SECRET' ? place : `the secret in ${place}`}: keep a copy of that elsewhere, because the stored keys cannot be read without it.`
  return `${describeMisfit({ fit, place })} Keep a copy of the server's secret elsewhere, because the stored keys cannot be read without it.`
}

async function printRestored({ environment }: CommandContext, { folder, hasFlag }: FolderWords): Promise<number> {
  const config = parseConfig(environment)
  const passphrase = hasFlag ? null : () => askPassphrase(config, { twice: false })
  const { createdAt, kept } = await withFullDiskExplained(databaseFolder(config), () =>
    restore(config, folder, { clock: systemClock, passphrase }),
  )
  const before = kept.length === 0 ? '' : ` The previous files are kept as ${kept.join(', ')}.`
  return print(`Restored the state of ${new Date(createdAt).toISOString()}.${before}\n`)
}

async function printPasswordLogin(store: Store): Promise<number> {
  await enablePasswordLogin(store.db, systemClock)
  return print(
    'Password login is enabled. A running server applies this within SYNC_FREQUENCY seconds, or after a restart.\n',
  )
}

async function printTurnstile(store: Store): Promise<number> {
  await disableTurnstile(store.db, systemClock)
  return print(
    'The security check is off. A running server applies this within SYNC_FREQUENCY seconds, or after a restart.\n',
  )
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
