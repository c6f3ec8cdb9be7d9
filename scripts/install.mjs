// Installs what package-lock.json names and node_modules lacks. It runs in Node, because Bun may not be installed yet.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bunPath, root } from './bun-path.mjs'
import { planInstall } from './install-plan.mjs'

/**
 * Installs the packages that `level` needs and node_modules lacks, and returns the path of Bun. `run` needs the
 * packages of the product, `develop` all packages. Ends the process on failure.
 */
export function ensureInstalled(level) {
  const plan = planInstall({
    wanted: readPackages('package-lock.json'),
    // npm writes its copy of the lock file last, so a copy that agrees means that the last installation was completed.
    present: bunPath() ? readPackages('node_modules/.package-lock.json') : null,
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

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return null
  }
}
