// Builds the console when its sources changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './bun-path.mjs'
import { ensureInstalled } from './install.mjs'

const sources = ['console', 'contract/src', 'package-lock.json']
const cache = join(root, '.cache')
const stamp = join(cache, 'console-build')
/** Names of the assets of the build that is in place. */
const ownAssets = join(cache, 'console-assets')
const dist = join(root, 'console/dist')

/** Leaves a built console in console/dist that matches its sources. Ends the process when the build fails. */
export function buildConsole(bun) {
  const wanted = hashOfSources()
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (built === wanted && existsSync(join(dist, 'index.html'))) return
  console.error('Building the console …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  mkdirSync(cache, { recursive: true })
  const next = join(cache, `console-next-${process.pid}`)
  const output = ['--outDir', next, '--emptyOutDir']
  const build = spawnSync(bun, ['--bun', vite, 'build', '--logLevel', 'warn', ...output], {
    cwd: join(root, 'console'),
    // Tests build it too, and what they build is what is then served.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
  putInPlace(next)
  writeFileSync(stamp, wanted)
}

/** A running server never sees half a build, and pages that are open go on with the chunks they know. */
function putInPlace(next) {
  const names = readdirSync(join(next, 'assets'))
  const last = existsSync(ownAssets) ? readFileSync(ownAssets, 'utf8').split('\n') : []
  for (const name of last) {
    const kept = join(dist, 'assets', name)
    if (name !== '' && !names.includes(name) && existsSync(kept)) copyFileSync(kept, join(next, 'assets', name))
  }
  const old = `${next}-old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(next, dist)
  rmSync(old, { recursive: true, force: true })
  writeFileSync(ownAssets, names.join('\n'))
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildConsole(ensureInstalled('run'))
