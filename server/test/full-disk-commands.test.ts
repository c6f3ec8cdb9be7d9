import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/platform/clock.ts'
import { parseConfig } from '../src/platform/config.ts'
import { loadSecrets } from '../src/platform/load-secrets.ts'
import { createSecretBox } from '../src/platform/secret-box.ts'
import { checkCryptoKey } from '../src/store/check-crypto-key.ts'
import { migrate } from '../src/store/migrate.ts'
import { openDatabase } from '../src/store/open-database.ts'
import { copySample } from './import-samples.ts'
import { runCommand } from './server-process.ts'
import { mountSmallDisk } from './small-disk.ts'

const mounted = mountSmallDisk(1)
const disk = typeof mounted === 'string' ? null : mounted
if (!disk) process.stdout.write(`full-disk-commands.test.ts does not run: no small disk here (${mounted})\n`)
afterAll(() => disk?.remove())

/** A folder with room, and one without. */
let roomy: string
let full: string
beforeEach(() => {
  roomy = mkdtempSync(join(tmpdir(), 'sluice-full-disk-'))
  if (!disk) return
  full = join(disk.folder, 'site')
  mkdirSync(full)
  disk.fill()
})
afterEach(() => {
  rmSync(roomy, { recursive: true, force: true })
  if (!disk) return
  disk.free()
  rmSync(full, { recursive: true })
})

/** A site with its secrets, as a first start leaves it. */
async function makeSite(folder: string): Promise<void> {
  const { cryptoSecret } = loadSecrets(parseConfig({ DATA_DIR: folder }))
  const store = await openDatabase({ dsn: '', sqlitePath: join(folder, 'sluice.db'), poolMax: 1 })
  await migrate(store)
  await checkCryptoKey(store.db, createSecretBox(cryptoSecret), systemClock)
  await store.close()
}

/** What a command prints that finds no room in the folder. */
async function refused(words: string[], environment: Record<string, string>, folder = full): Promise<void> {
  const { code, output } = await runCommand(words, environment)
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining(`There is not enough disk space for files in ${folder}`),
  })
  expect(output).toContain('Free some space')
}

const withoutLock = (folder: string) => readdirSync(folder).filter((name) => !name.endsWith('.lock'))

if (disk) {
  test('a backup onto a full disk says which folder has no room, and leaves nothing', async () => {
    await makeSite(roomy)
    await refused(['backup', join(full, 'backup')], { SQL_DSN: '', DATA_DIR: roomy })
    expect(readdirSync(full)).toEqual([])
  }, 60_000)

  test('an import onto a full disk says which folder has no room', async () => {
    const source = await copySample('one-api', roomy)
    await refused(['import', '--from', source], { SQL_DSN: '', DATA_DIR: full })
    await refused(['import', '--from', source, '--dry-run'], { SQL_DSN: '', DATA_DIR: roomy, TMPDIR: full }, full)
  }, 60_000)

  test('a restore onto a full disk says which folder has no room, and changes nothing', async () => {
    await makeSite(roomy)
    const backup = join(roomy, 'backup')
    const sealed = { SQL_DSN: '', BACKUP_PASSPHRASE: 'a long passphrase of people' }
    expect((await runCommand(['backup', backup, '--with-secrets'], { ...sealed, DATA_DIR: roomy })).code).toBe(0)
    await refused(['restore', backup], { ...sealed, DATA_DIR: full })
    expect(withoutLock(full)).toEqual([])

    await Bun.write(join(full, 'crypto-secret'), '')
    await refused(['restore', backup], { ...sealed, DATA_DIR: full })
    expect(withoutLock(full)).toEqual(['crypto-secret'])
    expect(readFileSync(join(full, 'crypto-secret'), 'utf8')).toBe('')
  }, 60_000)
}
