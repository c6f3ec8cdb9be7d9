// Installs what package-lock.json names and node_modules lacks. It runs in Node, because Bun may not be installed yet.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bunPath, root } from './bun-path.mjs'
import { listPlanned, planInstall } from './install-plan.mjs'

/** npm says nothing until it is done. */
const progressMs = 10_000

/**
 * Installs the packages that `level` needs and node_modules lacks, and returns the path of Bun. `run` needs the
 * packages of the product, `develop` all packages. Ends the process on failure.
 */
export async function ensureInstalled(level) {
  const wanted = readPackages('package-lock.json')
  const plan = planInstall({
    wanted,
    // npm writes its copy of the lock file last, so a copy that agrees means that the last installation was completed.
    present: bunPath() ? readPackages('node_modules/.package-lock.json') : null,
    level,
  })
  if (plan !== null) {
    const status = await install(plan, listPlanned(wanted, plan))
    if (status !== 0) process.exit(status ?? 1)
  }
  const bun = bunPath()
  if (bun) return bun
  console.error(`Bun has no package for ${process.platform}-${process.arch}.`)
  process.exit(1)
}

/** Runs npm and says how far it is. Resolves with its exit code. */
async function install(plan, paths) {
  console.error(`Installing dependencies (npm ${plan.join(' ')}): once, some minutes on a slow line …`)
  const startedAt = Date.now()
  const report = setInterval(() => {
    const there = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    console.error(`  ${seconds} s: ${there} of ${paths.length} packages are in place`)
  }, progressMs)
  const npm = spawn('npm', [...plan, '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  const status = await new Promise((resolve) => {
    npm.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    npm.on('exit', resolve)
  })
  clearInterval(report)
  return status
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return null
  }
}
