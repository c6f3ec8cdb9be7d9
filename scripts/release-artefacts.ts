// The files that a release publishes: an executable for each platform, the context of the image, the chart, the bill of
// materials, the licences, the notes, an answer for the update check, and checksums of all of these.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysOf } from '@sluice/contract/typed-keys'
import { root } from './bun-path.mjs'
import { buildDocs } from './docs-site/build-docs.ts'
import { writeInventory } from './inventory.ts'

/** In the runtime's words. */
export const platforms = {
  'linux-x64': 'bun-linux-x64',
  'linux-arm64': 'bun-linux-arm64',
  'macos-x64': 'bun-darwin-x64',
  'macos-arm64': 'bun-darwin-arm64',
  'windows-x64': 'bun-windows-x64',
} as const

/** Platforms of the image, by the names that container builders give to processors. */
const imagePlatforms = { amd64: 'linux-x64', arm64: 'linux-arm64' } as const

export interface Artefacts {
  version: string
  /** The section of the changelog, without its heading. */
  notes: string
  /** Empty folder that gets the files. */
  folder: string
  /** Writes the executable of a platform to `path`; the runtime adds `.exe` for Windows. */
  build(target: string, path: string): Promise<void>
}

/** Returns the names of the files, in the order of SHA256SUMS. */
export async function writeArtefacts({ version, notes, folder, build }: Artefacts): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), 'sluice-release-'))
  try {
    const texts = writeInventory(folder)
    const docs = join(work, 'docs')
    await buildDocs(docs)
    // For a server that sends them compressed; an archive is compressed as a whole.
    for (const name of readdirSync(docs, { recursive: true, encoding: 'utf8' }))
      if (/\.(br|gz)$/.test(name)) rmSync(join(docs, name))
    const licences = [...texts, ...['LICENSE', 'NOTICE'].map((name) => join(root, name))]
    for (const platform of platformNames) {
      const unpacked = join(work, platform)
      mkdirSync(unpacked)
      await build(platforms[platform], join(unpacked, 'sluice'))
      for (const path of licences) cpSync(path, join(unpacked, nameOf(path)))
      cpSync(docs, join(unpacked, 'docs'), { recursive: true })
      pack(join(folder, `sluice-${version}-${platform}.tar.gz`), unpacked, readdirSync(unpacked))
    }
    pack(join(folder, `sluice-${version}-image.tar.gz`), writeImageContext(work, licences), ['.'])
    pack(join(folder, `sluice-${version}-chart.tgz`), join(root, 'deploy/helm'), ['sluice'])
    writeFileSync(join(folder, 'notes.md'), notes)
    // The form of `…/releases/latest` at GitHub, Gitea and Forgejo, which RELEASES_URL reads.
    writeFileSync(join(folder, 'latest.json'), `${JSON.stringify({ tag_name: `v${version}`, body: notes }, null, 2)}\n`)
    return writeChecksums(folder)
  } finally {
    rmSync(work, { recursive: true })
  }
}

const platformNames = keysOf(platforms)

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The files for `docker build` without a checkout: the executables, their licences and the image's description. */
function writeImageContext(work: string, licences: readonly string[]): string {
  const context = join(work, 'image')
  mkdirSync(context)
  for (const [processor, platform] of Object.entries(imagePlatforms))
    cpSync(join(work, platform, 'sluice'), join(context, `sluice-${processor}`))
  for (const path of licences) cpSync(path, join(context, nameOf(path)))
  cpSync(join(root, 'deploy/release.Dockerfile'), join(context, 'Dockerfile'))
  return context
}

/** Same files, same archive: names in order, no times and no owners of the machine. */
function pack(path: string, folder: string, names: readonly string[]): void {
  const sameEverywhere = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  const words = ['tar', '--create', '--gzip', `--file=${path}`, `--directory=${folder}`, ...sameEverywhere, ...names]
  const { exitCode, stderr } = Bun.spawnSync(words)
  if (exitCode !== 0) throw new Error(`${words.join(' ')}:\n${stderr.toString()}`)
}

/** SHA256SUMS in the form that `sha256sum --check` reads. */
function writeChecksums(folder: string): string[] {
  const names = readdirSync(folder).toSorted()
  const lines = names.map(
    (name) => `${new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, name))).digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
  return names
}
