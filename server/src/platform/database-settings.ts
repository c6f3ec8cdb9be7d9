import { join } from 'node:path'
import type { Config } from './config.ts'

/** Which database the settings name. */
export const databaseSettings = (config: Config) => ({
  dsn: config.SQL_DSN,
  sqlitePath: config.SQLITE_PATH || join(config.DATA_DIR, 'sluice.db'),
  poolMax: config.DB_POOL_MAX,
})
