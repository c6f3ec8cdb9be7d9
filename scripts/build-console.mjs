// Builds the console when its sources changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './bun-path.mjs'
import { ensureInstalled } from './install.mjs'

const sources = ['console', 'contract/src', 'package-lock.json']
const stamp = join(root, '.cache', 'console-build')

/** Leaves a built console in console/dist that matches its sources. Ends the process when the build fails. */
export function buildConsole(bun) {
  const wanted = hashOfSources()
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (built === wanted && existsSync(join(root, 'console/dist/index.html'))) return
  console.error('Building the console …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = spawnSync(bun, ['--bun', vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'console'),
    // Tests build it too, and what they build is what is then served.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (path.endsWith('.json')) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) return []
    const child = `${path}/${entry.name}`
    return entry.isDirectory() ? filesIn(child) : [child]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildConsole(ensureInstalled())
