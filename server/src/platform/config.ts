import { isKeyOf } from '@sluice/contract/typed-keys'
import { z } from 'zod'
import projectFile from '../../../package.json'
import { basePath } from './base-path.ts'
import { assertDatabaseAddress } from './database-address.ts'
import { callsMax } from './fetch-limit.ts'
import { logDatabaseSettings } from './log-database-settings.ts'
import { parseOutboundAllow } from './outbound/address-policy.ts'
import { releasesAddress } from './release-source.ts'
import { readSecretFiles } from './secret-files.ts'
import { parseOtlpHeaders } from './tracing/parse-headers.ts'

const seconds = (fallback: number) => z.coerce.number().min(0).max(1_000_000).default(fallback)
/** A wait of 0 would end every call at once. */
const wait = (fallback: number) => z.coerce.number().min(0.001).max(1_000_000).default(fallback)
const count = (fallback: number) => z.coerce.number().int().min(0).max(100_000_000).default(fallback)
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1')
const text = (fallback = '') => z.string().default(fallback)

/** Every environment setting, with its default. `docs/configuration.md` lists the same names. */
export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text('0.0.0.0'),
  /** The path below which everything is served, such as `/ai`; empty = the root of the domain. */
  BASE_PATH: basePath.default(''),
  /** Empty = embedded SQLite; `postgres://…`, `mysql://…`, or `user:password@tcp(host:port)/name`. */
  SQL_DSN: text(),
  /** The database that old usage rows move to: as SQL_DSN, or `sqlite:<file>`; empty = they stay where they are. */
  LOG_SQL_DSN: text(),
  /** Folder of the embedded database and generated secrets. */
  DATA_DIR: text('./data'),
  /** Folder of the copies of finished videos; empty = `media` in DATA_DIR. */
  MEDIA_DIR: text(),
  /** File of the embedded database; empty = `sluice.db` in DATA_DIR. */
  SQLITE_PATH: text(),
  DB_POOL_MAX: z.coerce.number().int().min(1).max(1_000).default(20),
  REDIS_CONN_STRING: text(),
  SESSION_SECRET: text(),
  CRYPTO_SECRET: text(),
  SETUP_TOKEN: text(),
  /** Seals the secrets in a backup, for the commands alone. */
  BACKUP_PASSPHRASE: text(),
  /** Whether an account that registers with a password gets an API token immediately. */
  GENERATE_DEFAULT_TOKEN: flag(false),
  SYNC_FREQUENCY: seconds(60),
  /** Minutes between two tests of all channels, and between two balance updates; 0 = never. */
  CHANNEL_TEST_FREQUENCY: count(0),
  CHANNEL_UPDATE_FREQUENCY: count(0),
  /** Seconds between two channels of such a sweep. */
  POLLING_INTERVAL: z.coerce.number().min(0).max(3_600).default(0),
  TRUSTED_PROXIES: text(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  MAX_BODY_MB: z.coerce.number().min(0.001).max(1_024).default(32),
  MAX_UPLOAD_MB: z.coerce.number().min(0.001).max(1_024).default(64),
  BODY_READ_TIMEOUT: wait(30),
  MAX_INFLIGHT: z.coerce.number().int().min(1).max(callsMax).default(2_000),
  MAX_INFLIGHT_PER_USER: count(256),
  BODY_MEMORY_MB: z.coerce.number().int().min(1).max(100_000_000).default(512),
  CONNECT_TIMEOUT: wait(10),
  FIRST_BYTE_TIMEOUT: wait(120),
  RELAY_TIMEOUT: wait(600),
  STREAMING_TIMEOUT: wait(60),
  STREAM_MAX_DURATION: wait(3_600),
  /** Longest silence of both sides of a realtime session. */
  REALTIME_IDLE_TIMEOUT: wait(300),
  MAX_EVENT_MB: z.coerce.number().min(0.001).max(1_024).default(32),
  MAX_RESPONSE_MB: z.coerce.number().min(0.001).max(1_024).default(64),
  CLIENT_STALL_TIMEOUT: wait(60),
  /** `cancel`, or `drain:<seconds>` (≤ 30). */
  ON_CLIENT_GONE: z
    .string()
    .regex(/^(cancel|drain:([0-9]|[12][0-9]|30))$/, 'must be cancel, or drain: and the seconds, at most 30')
    .default('cancel'),
  UPSTREAM_ALLOW_PRIVATE: flag(true),
  /** Non-public hosts that addresses from users may refer to: `host:port`, `cidr:port`. */
  OUTBOUND_ALLOW: text().superRefine((value, context) => {
    try {
      parseOutboundAllow(value)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    }
  }),
  /** `verify`: mail over TLS with a checked certificate; `unverified`: with any; `off`: as the server offers it. */
  SMTP_TLS: z.enum(['verify', 'unverified', 'off']).default('verify'),
  MAX_FILE_DOWNLOAD_MB: z.coerce.number().min(0.001).max(1_024).default(20),
  /** Whether this process polls tasks (drawing, music). */
  UPDATE_TASK: flag(true),
  /** How long a task may take. After that it has failed and is refunded. */
  TASK_TIMEOUT: seconds(3_600),
  VIDEO_TIMEOUT: seconds(86_400),
  SHUTDOWN_TIMEOUT: seconds(60),
  /** How long after SIGTERM connections are accepted and new calls answered with 503. */
  SHUTDOWN_DELAY: seconds(5),
  SESSION_IDLE_DAYS: z.coerce.number().min(0.01).max(365).default(7),
  SESSION_MAX_DAYS: z.coerce.number().min(0.01).max(365).default(30),
  LEDGER_SYNC: z.enum(['normal', 'full']).default('normal'),
  LOG_RETENTION_DAYS: count(0),
  CRITICAL_RATE_LIMIT_ENABLE: flag(true),
  CRITICAL_RATE_LIMIT: count(20),
  CRITICAL_RATE_LIMIT_DURATION: seconds(1_200),
  /** Wrong API keys from one address. */
  KEY_FAILURE_RATE_LIMIT_ENABLE: flag(true),
  KEY_FAILURE_RATE_LIMIT: count(60),
  KEY_FAILURE_RATE_LIMIT_DURATION: seconds(180),
  GLOBAL_API_RATE_LIMIT_ENABLE: flag(true),
  GLOBAL_API_RATE_LIMIT: count(180),
  GLOBAL_API_RATE_LIMIT_DURATION: seconds(180),
  /** Requests of one signed-in account; off with GLOBAL_API_RATE_LIMIT_ENABLE. */
  ACCOUNT_API_RATE_LIMIT: count(3_600),
  ACCOUNT_API_RATE_LIMIT_DURATION: seconds(180),
  GLOBAL_WEB_RATE_LIMIT_ENABLE: flag(true),
  GLOBAL_WEB_RATE_LIMIT: count(60),
  GLOBAL_WEB_RATE_LIMIT_DURATION: seconds(180),
  /** Bearer token for /metrics; empty = loopback only. */
  METRICS_TOKEN: text(),
  /** Base address of a collector for OpenTelemetry; empty = no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** `name=value` of the requests to it, separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: text().superRefine((value, context) => {
    try {
      parseOtlpHeaders(value)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    }
  }),
  OTEL_SERVICE_NAME: text('sluice'),
  /** Share of traces that are sent. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Where the newest release is published; empty = the releases of this project's repository, if it has an address. */
  RELEASES_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(releasesAddress(projectFile)),
  /** Folder of the built console; empty = `console/dist` of this checkout. */
  CONSOLE_DIR: text(),
})

export type Config = z.infer<typeof environment> & {
  /** The files that settings were read from, by the name of the setting. */
  readonly secretFiles: ReadonlyMap<string, string>
}

/**
 * The settings from `env` (empty values count as absent) and the files that it names. Throws an Error that lists every
 * invalid setting.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const { values, paths, faults } = readSecretFiles(env)
  const given = Object.fromEntries(
    Object.entries({ ...env, ...values }).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  const config = parsed.success ? { ...parsed.data, secretFiles: paths } : null
  const wrong = config ? databaseFaults(config) : (parsed.error?.issues ?? []).map(describeFault)
  const lines = [...faults, ...wrong]
  if (config && lines.length === 0) return config
  throw new Error(`Invalid settings:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

function describeFault({ path: [name], message }: z.core.$ZodIssue): string {
  const schema = name !== undefined && isKeyOf(environment.shape, name) ? environment.shape[name] : null
  const wanted = schema && describeWanted(schema)
  if (wanted) return `${String(name)} must be ${wanted}`
  return message.startsWith('must ') ? `${String(name)} ${message}` : `${String(name)}: ${message}`
}

/** What the value of a setting must be, in words; null = its own message says it. */
function describeWanted(schema: z.ZodType): string | null {
  if (schema instanceof z.ZodDefault) return describeWanted(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return describeWanted(schema.in as z.ZodType)
  if (schema instanceof z.ZodNumber) {
    const kind = schema.isInt ? 'a whole number' : 'a number'
    return `${kind} from ${schema.minValue} to ${schema.maxValue}`
  }
  if (schema instanceof z.ZodEnum) {
    const values = schema.options.map(String)
    return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  }
  return schema instanceof z.ZodUnion ? 'an address that starts with http:// or https://' : null
}

/** What is wrong with the databases. The settings of the two are read together. */
function databaseFaults(config: Config): string[] {
  const checks = [
    () => config.SQL_DSN !== '' && assertDatabaseAddress(config.SQL_DSN, 'SQL_DSN'),
    () => logDatabaseSettings(config),
  ]
  return checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    }
  })
}
