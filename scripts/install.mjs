// Installs what package-lock.json names and node_modules lacks. Plain Node: it runs before Bun is there.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bunPath, root } from './bun-path.mjs'

/** The path of Bun, after `npm ci` where the lock file and node_modules differ. Ends the process on failure. */
export function ensureInstalled() {
  if (!isInstalled()) {
    console.error('Installing dependencies (npm ci) …')
    const npm = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
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

/** npm writes its own copy of the lock file last, so one that agrees means that an install came to its end. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  if (!wanted || !present || !bunPath()) return false
  return Object.entries(wanted).every(([path, info]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    const found = present[path]
    return found ? found.version === info.version : info.optional || info.devOptional || info.peer
  })
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return null
  }
}
