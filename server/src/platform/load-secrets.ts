import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { isMissingFile } from './errno.ts'
import { keepOwner, keepPrivate } from './private-file.ts'

export interface Secrets {
  sessionSecret: string
  cryptoSecret: string
}

type SecretName = 'SESSION_SECRET' | 'CRYPTO_SECRET'

/**
 * The two secrets, from the environment or, only with the embedded database, generated once and stored in DATA_DIR,
 * readable only by this user. With a database server they must be set: nodes must share them, and new ones would make
 * stored data unreadable. Throws an Error with instructions.
 */
export function loadSecrets(config: Config): Secrets {
  return {
    sessionSecret: loadSecret(config, 'SESSION_SECRET'),
    cryptoSecret: loadSecret(config, 'CRYPTO_SECRET'),
  }
}

function loadSecret(config: Config, name: SecretName): string {
  const given = config[name]
  if (given !== '') {
    const weakness = findSecretWeakness(given)
    if (weakness) throw new Error(`${name} is ${weakness}. ${advice}`)
    return given
  }
  if (config.SQL_DSN !== '') throw new Error(`${name} must be set when SQL_DSN is. ${advice}`)
  return readOrMake(config.DATA_DIR, secretFileName(name))
}

/** The secret of the setting or of DATA_DIR, without making one; '' = there is none. */
export function readSecret(config: Config, name: SecretName): string {
  return config[name] || (readIfThere(join(config.DATA_DIR, secretFileName(name))) ?? '')
}

/** The file in DATA_DIR with a secret that no setting names. */
export const secretFileName = (name: SecretName) => secretFileNames[name]

const secretFileNames = {
  SESSION_SECRET: 'session-secret',
  CRYPTO_SECRET: 'crypto-secret',
} as const

const advice = 'Generate one with: openssl rand -base64 32'

const samples = /random_?string|change[-_ ]?me|your[-_ ]?secret|^secret|example|password|test[-_ ]?secret|12345678/i

/** The weakness of a secret; null = none is known. */
export function findSecretWeakness(secret: string): string | null {
  if (secret.length < 16) return 'shorter than 16 characters'
  if (samples.test(secret)) return 'a sample value'
  if (new Set(secret).size < 6) return 'made of too few different characters'
  return null
}

function readOrMake(folder: string, name: string): string {
  const path = join(folder, name)
  const known = readIfThere(path)
  if (known !== null) {
    keepPrivate(path)
    if (known.length < 16) throw new Error(`${path} does not contain a secret. Restore it from a backup.`)
    return known
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  // `wx`: if two processes start at the same time, only one creates it.
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${secret}\n`)
    fsyncSync(file)
    keepOwner(path)
  } catch (error) {
    // An incomplete secret would be refused at every later start.
    rmSync(path)
    throw error
  } finally {
    closeSync(file)
  }
  return secret
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (isMissingFile(error)) return null
    throw error
  }
}
