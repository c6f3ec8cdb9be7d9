import { createLedger } from './ledger/create-ledger.ts'
import { createTokenStates, type TokenStates } from './ledger/token-states.ts'
import { createNotify, type Notify } from './notify/create-notify.ts'
import { createMailer, type Mailer } from './notify/mail.ts'
import { createWebhookRequests, type WebhookRequests } from './notify/send-webhook.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { databaseSettings } from './platform/database-settings.ts'
import { loadSecrets } from './platform/load-secrets.ts'
import type { Log } from './platform/log.ts'
import { nodeName } from './platform/node-name.ts'
import { createRedis } from './platform/redis.ts'
import { createSecretBox, type SecretBox } from './platform/secret-box.ts'
import { findSpillPlace } from './platform/spill-place.ts'
import type { WorkerSlot } from './platform/worker-slot.ts'
import type { Services } from './services.ts'
import { createState } from './state/state.ts'
import { checkCryptoKey } from './store/check-crypto-key.ts'
import { openLogStore } from './store/log-store/open-log-store.ts'
import { migrate, newerMigrations } from './store/migrate.ts'
import { openDatabase, type Store } from './store/open-database.ts'
import type { MigrationWatch } from './store/run-migrations.ts'
import { makeUsagePartitions } from './store/usage-partitions.ts'

interface OpenedServices {
  services: Services
  store: Store
  /** Keyed by SESSION_SECRET. */
  sessionBox: SecretBox
  mailer: Mailer
  webhookRequests: WebhookRequests
  notify: Notify
  tokenStates: TokenStates
}

/**
 * Opens the databases, reads the state and takes over the ledger. `onClose` receives what closes each part; the parts
 * are to be closed in reverse order. Throws when anything is missing or wrong.
 */
export async function openServices(
  { config, log, slot, watch }: { config: Config; log: Log; slot: WorkerSlot | null; watch: MigrationWatch },
  onClose: (close: () => void | Promise<void>) => void,
): Promise<OpenedServices> {
  const clock = systemClock
  const secrets = loadSecrets(config)
  const secretBox = createSecretBox(secrets.cryptoSecret)

  const store = await openDatabase({ ...databaseSettings(config), log })
  onClose(() => store.close())
  const { db, engine } = store
  await migrate(store, { watch })
  const newer = await newerMigrations(store)
  if (newer.length > 0) log.warn({ migrations: newer }, 'the schema is of a newer program; this one can use it')
  await makeUsagePartitions(db, clock.now())
  const logStore = await openLogStore(config, { db, clock, log, watch })
  onClose(() => logStore?.close())
  await checkCryptoKey(db, secretBox, clock)

  const redis = config.REDIS_CONN_STRING === '' ? undefined : await createRedis(config.REDIS_CONN_STRING, log)
  if (redis) onClose(() => redis.disconnect())
  const syncFrequencyMs = config.SYNC_FREQUENCY * 1_000
  const state = await createState({ db, secretBox, clock, log, ...(redis && { redis }), syncFrequencyMs })
  onClose(() => state.close())

  const mailer = createMailer({ state, log }, { security: config.SMTP_TLS })
  const webhookRequests = createWebhookRequests(config.OUTBOUND_ALLOW)
  const notify = createNotify({ db, state, clock, log, secretBox, mailer, webhookRequests })
  onClose(() => notify.close())
  const tokenStates = createTokenStates({ db, state, clock, log })
  onClose(() => tokenStates.close())
  const ledger = await createLedger({
    store,
    clock,
    log,
    nodeName,
    sync: config.LEDGER_SYNC,
    keepsUsageRows: () => state.current().options.LogConsumeEnabled,
    watcher: { userCharged: notify.userCharged, tokenSpent: tokenStates.tokenSpent },
    mode: engine === 'sqlite' ? 'single' : 'shared',
    ...(engine !== 'sqlite' && { spillPath: findSpillPlace(config, { slot, log }) }),
  })
  onClose(() => ledger.close())

  return {
    services: { db, reports: store.reports, logStore, redis, state, ledger, clock, log, config, secretBox },
    store,
    sessionBox: createSecretBox(secrets.sessionSecret),
    mailer,
    webhookRequests,
    notify,
    tokenStates,
  }
}
