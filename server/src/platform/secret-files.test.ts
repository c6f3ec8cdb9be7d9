import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from './config.ts'
import { secretSettings } from './secret-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (text: string, name = 'secret') => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('a secret comes from the file that its setting names, without the end of the line', () => {
  const path = write('Zx9Kq2LmNp4RtVw8Yb \n')
  const config = parseConfig({ CRYPTO_SECRET_FILE: path, SESSION_SECRET: 'of the environment' })
  expect(config.CRYPTO_SECRET).toBe('Zx9Kq2LmNp4RtVw8Yb ')
  expect([...config.secretFiles]).toEqual([['CRYPTO_SECRET', path]])
})

test('every secret setting can be in a file, and its contents are checked as the value', () => {
  const environment = Object.fromEntries(secretSettings.map((name) => [`${name}_FILE`, write('', name)]))
  for (const name of secretSettings) writeFileSync(join(folder, name), `postgres://db.internal/${name}`)
  const wrong = () => parseConfig(environment)
  expect(wrong).toThrow('OTEL_EXPORTER_OTLP_HEADERS')
  writeFileSync(join(folder, 'OTEL_EXPORTER_OTLP_HEADERS'), 'authorization=x')
  const config = parseConfig(environment)
  for (const name of secretSettings) expect(config[name]).not.toBe('')
})

test('two forms of one setting, and files that are missing or empty, are refused by name and without contents', () => {
  const path = write('a secret that nobody sees')
  const refusal = (environment: Record<string, string>) => {
    try {
      parseConfig(environment)
    } catch (error) {
      return String(error)
    }
    return ''
  }
  const both = refusal({ METRICS_TOKEN: 'another one', METRICS_TOKEN_FILE: path })
  expect(both).toContain('METRICS_TOKEN and METRICS_TOKEN_FILE are both set: leave one of them out')
  expect(both).not.toContain('nobody sees')
  expect(refusal({ SQL_DSN_FILE: join(folder, 'none') })).toContain(
    `SQL_DSN_FILE names a file that cannot be read: ${join(folder, 'none')} (it does not exist)`,
  )
  expect(refusal({ SETUP_TOKEN_FILE: write('\n') })).toContain('SETUP_TOKEN_FILE names an empty file')
})

test('a wrong value is named with what it must be, in words', () => {
  expect(() =>
    parseConfig({
      PORT: 'http',
      CONNECT_TIMEOUT: '0',
      LEDGER_SYNC: 'off',
      UPDATE_TASK: 'yes',
      RELEASES_URL: 'releases',
      ON_CLIENT_GONE: 'drain:31',
      OUTBOUND_ALLOW: 'host',
    }),
  ).toThrow(`Invalid settings:
  PORT must be a whole number from 0 to 65535
  CONNECT_TIMEOUT must be a number from 0.001 to 1000000
  ON_CLIENT_GONE must be cancel, or drain: and the seconds, at most 30
  OUTBOUND_ALLOW: "host" has no port
  UPDATE_TASK must be 0, 1, true or false
  LEDGER_SYNC must be normal or full
  RELEASES_URL must be an address that starts with http:// or https://`)
})
