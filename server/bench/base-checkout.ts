import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** Runs `use` with the folder of an installed checkout of another revision; with null where there is none. */
export async function withCheckout(
  revision: string | null,
  use: (folder: string | null) => Promise<void>,
): Promise<void> {
  if (revision === null) return use(null)
  const folder = join(mkdtempSync(join(tmpdir(), 'sluice-base-')), 'checkout')
  run(['git', 'worktree', 'add', '--detach', folder, revision], root)
  try {
    run(['npm', 'ci'], folder)
    await use(folder)
  } finally {
    run(['git', 'worktree', 'remove', '--force', folder], root)
  }
}

function run(command: string[], cwd: string): void {
  const { exitCode } = Bun.spawnSync(command, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}`)
}
