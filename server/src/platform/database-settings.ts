import { dirname, join, resolve } from 'node:path'
import type { Config } from './config.ts'

export const databaseSettings = (config: Config) => ({
  dsn: config.SQL_DSN,
  sqlitePath: config.SQLITE_PATH || join(config.DATA_DIR, 'sluice.db'),
  poolMax: config.DB_POOL_MAX,
})

/** The folder of the embedded database. */
export const databaseFolder = ({ SQLITE_PATH, DATA_DIR }: Config): string =>
  resolve(SQLITE_PATH === '' ? DATA_DIR : dirname(SQLITE_PATH))
