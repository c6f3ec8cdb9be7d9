import { readFileSync } from 'node:fs'
import { describeFileFault } from './errno.ts'

/** The settings that may be in a file, whose path is in `<NAME>_FILE`. */
export const secretSettings = [
  'SQL_DSN',
  'LOG_SQL_DSN',
  'REDIS_CONN_STRING',
  'SESSION_SECRET',
  'CRYPTO_SECRET',
  'SETUP_TOKEN',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'BACKUP_PASSPHRASE',
] as const

export interface SecretFiles {
  /** The contents by the names of the settings, without the end of their last line. */
  values: Record<string, string>
  /** The paths by the names of the settings. */
  paths: ReadonlyMap<string, string>
  faults: string[]
}

/** Reads the files that `env` names. Never throws: `faults` say what is wrong, without contents. */
export function readSecretFiles(env: Readonly<Record<string, string | undefined>>): SecretFiles {
  const values: Record<string, string> = {}
  const paths = new Map<string, string>()
  const faults: string[] = []
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]
    if (path === undefined || path === '') continue
    if (env[name]) faults.push(`${name} and ${name}_FILE are both set: leave one of them out`)
    else {
      try {
        const text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '')
        if (text === '') faults.push(`${name}_FILE names an empty file: ${path}`)
        values[name] = text
        paths.set(name, path)
      } catch (error) {
        faults.push(`${name}_FILE names a file that cannot be read: ${path} (${describeFileFault(error)})`)
      }
    }
  }
  return { values, paths, faults }
}
