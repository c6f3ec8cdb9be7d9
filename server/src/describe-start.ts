import { join, resolve } from 'node:path'
import type { Config } from './platform/config.ts'
import { describeDatabaseAddress } from './platform/database-address.ts'
import { databaseSettings } from './platform/database-settings.ts'
import { secretFileName } from './platform/load-secrets.ts'
import { listeningAddresses } from './platform/port.ts'
import { describeVersion } from './version.ts'

export interface StartFacts {
  config: Config
  commit: string | null
  /** Where the server listens. */
  hostname: string
  port: number
  /** Null = the site is set up. */
  setupToken: string | null
}

/** What an operator wants to know about a start, a line each. Contains no secret except the token for set-up. */
export function describeStart({ config, commit, hostname, port, setupToken }: StartFacts): string[] {
  const addresses = listeningAddresses(hostname, port)
  return [
    `sluice ${describeVersion(commit)}`,
    `database: ${describeDatabase(config)}`,
    `secrets: ${secretNames.map((name) => `${name} from ${describeSource(config, name)}`).join(', ')}`,
    ...addresses.map((address) => `listening on ${address}`),
    ...(setupToken === null ? ['set up: yes'] : describeSetup(config, setupToken)),
  ]
}

function describeSetup({ SETUP_TOKEN, TRUSTED_PROXIES }: Config, token: string): string[] {
  if (SETUP_TOKEN !== '') return ['set up: no; open the console, and give the value of SETUP_TOKEN']
  const how =
    TRUSTED_PROXIES === ''
      ? 'open the console on this machine, or elsewhere with the token'
      : 'open the console, and give the token'
  return [`set up: no; ${how}`, `set-up token: ${token}`]
}

function describeDatabase(config: Config): string {
  const { dsn, sqlitePath } = databaseSettings(config)
  return dsn === '' ? `SQLite, ${resolve(sqlitePath)}` : describeDatabaseAddress(dsn)
}

const secretNames = ['CRYPTO_SECRET', 'SESSION_SECRET'] as const

function describeSource(config: Config, name: (typeof secretNames)[number]): string {
  if (config[name] === '') return resolve(join(config.DATA_DIR, secretFileName(name)))
  return config.secretFiles.get(name) ?? 'the environment'
}
