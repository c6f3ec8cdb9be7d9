import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from './config.ts'
import { findSecretWeakness, loadSecrets } from './load-secrets.ts'

test('with the embedded database secrets are created once, readable only by this user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-secrets-'))
  const config = parseConfig({ DATA_DIR: join(folder, 'data') })
  const created = loadSecrets(config)
  expect(created.sessionSecret).not.toBe(created.cryptoSecret)
  expect(loadSecrets(config)).toEqual(created)
  expect(statSync(join(folder, 'data', 'crypto-secret')).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})

test('with a database server a missing secret stops the start', () => {
  const config = parseConfig({ SQL_DSN: 'postgres://db/x', SESSION_SECRET: 'Zx9Kq2LmNp4RtVw8Yb' })
  expect(() => loadSecrets(config)).toThrow('CRYPTO_SECRET must be set')
})

test('weak and sample secrets are refused', () => {
  for (const secret of ['short', 'random_string_random', 'changeme-changeme-1', 'aaaaaaaaaaaaaaaaaaaaaaaa'])
    expect(findSecretWeakness(secret)).not.toBeNull()
  expect(findSecretWeakness('Zx9Kq2LmNp4RtVw8Yb')).toBeNull()
})
