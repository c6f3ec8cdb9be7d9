import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { findSecretWeakness, secretFileName } from '../../platform/load-secrets.ts'
import { type Finding, ok, problem } from './finding.ts'

const names = ['SESSION_SECRET', 'CRYPTO_SECRET'] as const

/** Checks the secrets that a start would use. Does not create any. */
export function checkSecrets(config: Config): Finding[] {
  const findings = names.flatMap((name) => checkSecret(config, name))
  return findings.length > 0 ? findings : [ok('secrets', 'secrets_fit')]
}

function checkSecret(config: Config, name: (typeof names)[number]): Finding[] {
  const given = config[name]
  if (given !== '') return findSecretWeakness(given) === null ? [] : [problem('secrets', 'secret_weak', { name })]
  if (config.SQL_DSN !== '') return [problem('secrets', 'secret_missing', { name })]
  const path = join(config.DATA_DIR, secretFileName(name))
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8').trim().length < 16 ? [problem('secrets', 'secret_file_broken', { path })] : []
}
