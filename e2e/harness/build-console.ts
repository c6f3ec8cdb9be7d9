import { join } from 'node:path'

/** Builds the console if its sources have changed: the servers of the tests serve its pages. */
export default function buildConsole(): void {
  const script = join(import.meta.dir, '../../scripts/build-console.mjs')
  const build = Bun.spawnSync([process.execPath, script], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (build.exitCode !== 0) throw new Error('the console cannot be built')
}
