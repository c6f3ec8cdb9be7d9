import type { Clock } from '../platform/clock.ts'
import { type Config, parseConfig } from '../platform/config.ts'
import { databaseSettings } from '../platform/database-settings.ts'
import { readSecret } from '../platform/load-secrets.ts'
import { createLog } from '../platform/log.ts'
import { misspeltSettingsIn } from '../platform/misspelt-settings.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import type { Services } from '../services.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { createState } from '../state/state.ts'
import { openDatabase, type Store } from '../store/open-database.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkLogDatabase } from './check-log-database.ts'
import { checkSecrets, checkStoredSecrets } from './check-secrets.ts'
import { checkCallbacks, checkChannels, checkPrices, checkPublicAddress, checkRegistration } from './check-site.ts'
import { checkDatabase, checkDatabaseClock, checkDisk, checkRedis, explainNoStore } from './check-store.ts'
import { type Finding, note, ok, problem } from './finding.ts'
import { createReach } from './reach.ts'

/**
 * Checks the settings and environment of a site, with or without a running server. Only reads. Never throws: an error
 * that prevents a check is a finding. Offline it connects to nothing but the databases and Redis of the settings.
 */
export async function examine(
  environment: Record<string, string | undefined>,
  clock: Clock,
  { isOffline }: { isOffline: boolean } = { isOffline: false },
): Promise<Finding[]> {
  const misspelt = misspeltSettingsIn(environment).map((names) => note('settings', 'setting_misspelt', { ...names }))
  let config: Config
  try {
    config = parseConfig(environment)
  } catch (error) {
    return [...misspelt, problem('settings', 'settings_wrong', { reason: error instanceof Error ? error.message : '' })]
  }
  const secrets = checkSecrets(config)
  const around = [...misspelt, ...(await examineMachine(config, secrets))]
  let store: Store
  try {
    store = await openDatabase({ ...databaseSettings(config), access: 'read' })
  } catch (error) {
    return [...around, explainNoStore(error, config)]
  }
  try {
    // Without a secret no stored key can be decrypted.
    if (secrets.some(({ level }) => level === 'problem')) return around
    const withSnapshot = openSnapshot(store, config, clock)
    return withoutDenied([...around, ...(await examineStore(store, config, { clock, isOffline, withSnapshot }))])
  } catch (error) {
    return [...around, explainNoStore(error, config)]
  } finally {
    await store.close()
  }
}

/** The same for the server that calls it: by its settings, its database and what it knows. Never throws. */
export async function examineServer(
  { db, engine, config, clock, state }: Services<'db' | 'config' | 'clock' | 'state'> & Pick<Store, 'engine'>,
  { isOffline }: { isOffline: boolean },
): Promise<Finding[]> {
  const around = await examineMachine(config, checkSecrets(config))
  const withSnapshot: WithSnapshot = (work) => work(state.current())
  try {
    const found = await examineStore({ db, engine }, config, { clock, isOffline, withSnapshot })
    return withoutDenied([...around, ...found])
  } catch (error) {
    return [...around, explainNoStore(error, config)]
  }
}

const examineMachine = async (config: Config, secrets: readonly Finding[]): Promise<Finding[]> => [
  ...secrets,
  ...checkDisk(config),
  ...(await checkRedis(config)),
]

/** The database may show that secrets that look right are not. */
function withoutDenied(findings: Finding[]): Finding[] {
  const isDenied = findings.some(({ check, level }) => check === 'secrets' && level !== 'ok')
  return isDenied ? findings.filter(({ code }) => code !== 'secrets_fit') : findings
}

/** Passes what the site knows to `work`. */
type WithSnapshot = (work: (snapshot: Snapshot) => Promise<Finding[]>) => Promise<Finding[]>

/** Of a database without a server: read for this work alone. */
const openSnapshot =
  (store: Store, config: Config, clock: Clock): WithSnapshot =>
  async (work) => {
    // A database that knows no secret has no key to open.
    const secretBox = createSecretBox(readSecret(config, 'CRYPTO_SECRET') || 'none')
    const log = createLog('silent')
    const state = await createState({ db: store.db, secretBox, clock, log, syncFrequencyMs: 0 })
    return await work(state.current()).finally(() => state.close())
  }

async function examineStore(
  store: Pick<Store, 'db' | 'engine'>,
  config: Config,
  { clock, isOffline, withSnapshot }: { clock: Clock; isOffline: boolean; withSnapshot: WithSnapshot },
): Promise<Finding[]> {
  const schema = await checkDatabase(store)
  const clocksHere = await checkDatabaseClock(store, clock)
  if (schema.level !== 'ok') return [schema, ...clocksHere]
  const secrets = await checkStoredSecrets(store, config)
  const own = [...secrets, schema, ...clocksHere]
  if (secrets.some(({ level }) => level === 'problem')) return own
  own.push(...(await checkLogDatabase(store, config, clock)))
  return await withSnapshot(async (snapshot) => {
    const reach = isOffline ? null : createReach(clock)
    const [{ findings, clocks }, address] = await Promise.all([
      checkChannels(snapshot, reach),
      checkPublicAddress(snapshot.options, reach, config),
    ])
    const isTimed = own.some(({ check }) => check === 'clock')
    return [
      ...own,
      ...(isTimed ? [] : clocks.length > 0 ? clocks : [ok('clock', 'clock_not_compared')]),
      ...(await checkAccounts(store.db)),
      ...checkRegistration(snapshot.options),
      // Before the hosts, of which there may be many.
      ...checkPrices(snapshot, clock.now()),
      ...checkCallbacks(snapshot.options),
      ...findings,
      ...address,
    ]
  })
}
