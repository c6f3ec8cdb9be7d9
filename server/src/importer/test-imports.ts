import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySample, type ImportSample } from '../../test/import-samples.ts'
import type { Passwords } from '../identity/passwords.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { openSource } from './open-source.ts'
import { type ImportOptions, type ImportReport, runImport } from './run-import.ts'
import { agrees } from './verify-import.ts'

// Imports of samples into new databases, for tests.

export const secretBox = createSecretBox('a secret that only this test knows 4711')
export const clock = createManualClock(Date.UTC(2026, 10, 23))

export const releases: (() => unknown)[] = []
/** For `afterEach`. */
export async function releaseAll(): Promise<void> {
  for (const release of releases.splice(0).reverse()) await release()
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-import-test-'))
  releases.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function freshStore(engine = engines[0]): Promise<Store> {
  if (engine === undefined) throw new Error('no database engine')
  const store = await engine.fresh()
  releases.push(() => store.close())
  return store
}

/** Common passwords are not tried, which takes half a second for each administrator. */
const noMatch: Pick<Passwords, 'verify'> = { verify: async () => ({ matches: false, isOld: true }) }

export async function importFrom(
  from: string,
  store: Store,
  { onProgress, passwords = noMatch }: Partial<Pick<ImportOptions, 'onProgress' | 'passwords'>> = {},
) {
  const source = await openSource(from)
  try {
    return await runImport({
      source,
      store,
      secretBox,
      clock,
      version: 'test',
      passwords,
      ...(onProgress && { onProgress }),
    })
  } finally {
    await source.close()
  }
}

export const importSample = async (sample: ImportSample, store: Store) =>
  importFrom(await copySample(sample, makeFolder()), store)

export const findDifferences = ({ figures }: ImportReport) => figures.filter((figure) => !agrees(figure))
