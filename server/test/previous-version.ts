import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** The commit of the newest release before this version; null if there is none in the history of this clone. */
export function findPreviousVersion(): string | null {
  const commits = git('log', 'HEAD^', '--grep=^release: ', '--format=%H %s') ?? ''
  for (const commit of commits.split('\n')) {
    const [, revision] = /^([0-9a-f]+) release: \d+\.\d+\.\d+$/.exec(commit) ?? []
    if (revision !== undefined) return revision
  }
  return null
}

/** A checkout of the server at that revision, with the packages of this one. */
export async function checkOut(revision: string): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-previous-'))
  const archive = Bun.spawn(['git', 'archive', revision, 'package.json', 'contract', 'server'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const unpack = Bun.spawn(['tar', '-x', '-C', folder], {
    stdio: [new Response(archive.stdout), 'ignore', 'inherit'],
  })
  if ((await unpack.exited) !== 0 || (await archive.exited) !== 0)
    throw new Error(`the revision ${revision} cannot be checked out`)
  linkPackages(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Links all packages except the workspaces, which belong to the revision. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@sluice'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@sluice' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(packages, name))
  symlinkSync(join(folder, 'contract'), join(packages, '@sluice/contract'))
}

/** The output of git; null if it fails. */
function git(...words: string[]): string | null {
  const { exitCode, stdout } = Bun.spawnSync(['git', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return exitCode === 0 ? stdout.toString().trim() : null
}
