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
  await run(['git', 'worktree', 'add', '--detach', folder, revision], root)
  try {
    await run(['npm', 'ci'], folder)
    await use(folder)
  } finally {
    await run(['git', 'worktree', 'remove', '--force', folder], root)
  }
}

async function run(command: string[], cwd: string): Promise<void> {
  const exitCode = await Bun.spawn(command, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).exited
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}`)
}
