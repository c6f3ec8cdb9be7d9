import { type Config, parseConfig } from '../platform/config.ts'
import { databaseSettings } from '../platform/database-settings.ts'
import { raiseFetchLimit } from '../platform/fetch-limit.ts'
import { createLog, type Log } from '../platform/log.ts'
import { redact } from '../platform/redact.ts'
import { replaceProcess } from '../platform/replace-process.ts'
import { unusedSettingsIn } from '../platform/unused-settings.ts'
import { assertKnownSchema } from '../store/migrate.ts'
import { openDatabase } from '../store/open-database.ts'
import { version } from '../version.ts'
import { runLedgerAudit } from './ledger-audit.ts'
import { type StoppableServer, serveUntilStopped } from './serve-until-stopped.ts'

export interface CommandContext {
  environment: Record<string, string | undefined>
  startServer(config: Config, log: Log): Promise<StoppableServer>
}

const help = `sluice ${version}

  sluice serve                  starts the gateway (settings: docs/configuration.md)
  sluice ledger audit [--json]  proves that balances and entries agree; exit code 1 when not
  sluice version
  sluice help
`

/** Runs one command. The exit code, or null while a server runs. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number | null> {
  const [command = 'help', ...rest] = words
  try {
    if (command === 'serve' && rest.length === 0) return await serve(context)
    if (command === 'ledger' && isAudit(rest)) return await auditLedger(context, rest.includes('--json'))
    if (['version', '--version', '-v'].includes(command)) return say(`sluice ${version}\n`)
    if (['help', '--help', '-h'].includes(command)) return say(help)
  } catch (error) {
    process.stderr.write(`${redact(error instanceof Error ? error.message : String(error))}\n`)
    return 1
  }
  process.stderr.write(`Unknown command: ${words.join(' ')}\n\n${help}`)
  return 2
}

async function serve({ environment, startServer }: CommandContext): Promise<number | null> {
  const config = parseConfig(environment)
  allowUpstreamCalls(environment, config.MAX_INFLIGHT)
  const log = createLog(config.LOG_LEVEL)
  const unused = unusedSettingsIn(environment)
  if (unused.length > 0)
    log.warn(
      { settings: unused },
      'settings without effect; docs/configuration.md says what stands in their place',
    )
  return await serveUntilStopped(() => startServer(config, log), log)
}

/**
 * The runtime's own limit on concurrent fetches is far below ours and is read once, before any code of ours runs. Where
 * the environment does not raise it, the program starts again with one that does.
 */
function allowUpstreamCalls(environment: CommandContext['environment'], calls: number): void {
  const change = raiseFetchLimit(environment, calls)
  if (change === null) return
  replaceProcess({ ...environment, ...change })
  const [setting] = Object.entries(change).map(([name, value]) => `${name}=${value}`)
  throw new Error(
    `The runtime allows fewer upstream calls at once than MAX_INFLIGHT (${calls}), and this system offers no way to ` +
      `change that here. Start the server with ${setting} in its environment, or lower MAX_INFLIGHT.`,
  )
}

const isAudit = ([word, ...flags]: readonly string[]): boolean =>
  word === 'audit' && flags.every((flag) => flag === '--json')

/** Reads only, so it may run beside the server. */
async function auditLedger({ environment }: CommandContext, json: boolean): Promise<number> {
  const config = parseConfig(environment)
  const store = await openDatabase({ ...databaseSettings(config), readOnly: true })
  try {
    await assertKnownSchema(store)
    return await runLedgerAudit(store, { json })
  } finally {
    await store.close()
  }
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}
