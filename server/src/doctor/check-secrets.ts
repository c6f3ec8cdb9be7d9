import { join, resolve } from 'node:path'
import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import type { Config } from '../platform/config.ts'
import { findSecretWeakness, readSecret, secretFileName } from '../platform/load-secrets.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { isCryptoKey } from '../store/check-crypto-key.ts'
import type { Store } from '../store/open-database.ts'
import { explainFile } from './explain-file.ts'
import { type Finding, note, ok, problem } from './finding.ts'

const names = ['SESSION_SECRET', 'CRYPTO_SECRET'] as const

/** Checks the secrets that a start would use. Does not create any. */
export function checkSecrets(config: Config): Finding[] {
  const found = names.flatMap((name) => checkSecret(config, name))
  // A folder that hides both is one finding.
  const findings = found.filter((one, index) => found.findIndex((other) => isDeepEqual(one, other)) === index)
  return findings.length > 0 ? findings : [ok('secrets', 'secrets_fit')]
}

function checkSecret(config: Config, name: (typeof names)[number]): Finding[] {
  const given = config[name]
  if (given !== '') return findSecretWeakness(given) === null ? [] : [problem('secrets', 'secret_weak', { name })]
  if (config.SQL_DSN !== '') return [problem('secrets', 'secret_missing', { name })]
  const path = join(config.DATA_DIR, secretFileName(name))
  try {
    const secret = readSecret(config, name)
    return secret !== '' && secret.length < 16 ? [problem('secrets', 'secret_file_broken', { path })] : []
  } catch (error) {
    const file = explainFile(error, 'secrets')
    if (file !== null) return [file]
    const reason = error instanceof Error ? error.message : String(error)
    return [problem('secrets', 'secret_file_unreadable', { reason })]
  }
}

/** Checks that what an existing database was made with is there: a start would make new secrets. */
export async function checkStoredSecrets({ db }: Pick<Store, 'db'>, config: Config): Promise<Finding[]> {
  const pathOf = (name: (typeof names)[number]) => resolve(config.DATA_DIR, secretFileName(name))
  const secret = readSecret(config, 'CRYPTO_SECRET')
  const isKey = await isCryptoKey(db, createSecretBox(secret || 'none'))
  if (isKey === false)
    return [
      secret === ''
        ? problem('secrets', 'crypto_secret_missing', { path: pathOf('CRYPTO_SECRET') })
        : problem('secrets', 'crypto_secret_differs'),
    ]
  return readSecret(config, 'SESSION_SECRET') === ''
    ? [note('secrets', 'session_secret_missing', { path: pathOf('SESSION_SECRET') })]
    : []
}
