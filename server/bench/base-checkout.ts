import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** Runs `use` with the server entry of another revision in a checkout of its own, installed; null without one. */
export async function withCheckout(
  revision: string | null,
  use: (main: string | null) => Promise<void>,
): Promise<void> {
  if (revision === null) return use(null)
  const folder = join(mkdtempSync(join(tmpdir(), 'sluice-base-')), 'checkout')
  run(['git', 'worktree', 'add', '--detach', folder, revision], root)
  try {
    run(['npm', 'ci'], folder)
    await use(join(folder, 'server/src/main.ts'))
  } finally {
    run(['git', 'worktree', 'remove', '--force', folder], root)
  }
}

function run(command: string[], cwd: string): void {
  const { exitCode } = Bun.spawnSync(command, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}`)
}
