// Installs what package-lock.json names and node_modules lacks. Plain Node: it runs before Bun is there.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bunPath, root } from './bun-path.mjs'
import { planInstall } from './install-plan.mjs'

/**
 * The path of Bun, after npm added what `level` needs and node_modules lacks: `run` is what running needs, `develop` is
 * all. Ends the process on failure.
 */
export function ensureInstalled(level) {
  const plan = planInstall({
    wanted: packagesOf('package-lock.json'),
    // npm writes its own copy of the lock file last, so one that agrees means that an install came to its end.
    present: bunPath() ? packagesOf('node_modules/.package-lock.json') : null,
    level,
  })
  if (plan !== null) {
    console.error(`Installing dependencies (npm ${plan.join(' ')}) …`)
    const npm = spawnSync('npm', [...plan, '--no-fund', '--no-audit'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    if (npm.status !== 0) process.exit(npm.status ?? 1)
  }
  const bun = bunPath()
  if (bun) return bun
  console.error(`Bun has no package for ${process.platform}-${process.arch}.`)
  process.exit(1)
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return null
  }
}
