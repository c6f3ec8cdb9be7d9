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

const sources = [
  'console',
  'contract/src',
  'package-lock.json',
  // The pages at /docs.
  'docs',
  'scripts/docs-site',
  'deploy/README.md',
  'README.md',
  'README.zh.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'package.json',
]
const cache = join(root, '.cache')
const stamp = join(cache, 'console-build')
/** A file with the names of the assets of the current build. */
const ownAssets = join(cache, 'console-assets')
const dist = join(root, 'console/dist')

/** Leaves a built console in console/dist that matches its sources. Ends the process when the build fails. */
export function buildConsole(bun) {
  const wanted = hashSources()
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (built === wanted && existsSync(join(dist, 'index.html'))) return
  console.error('Building the console …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  mkdirSync(cache, { recursive: true })
  const next = join(cache, `console-next-${process.pid}`)
  const output = ['--outDir', next, '--emptyOutDir']
  const build = spawnSync(bun, ['--bun', vite, 'build', '--logLevel', 'warn', ...output], {
    cwd: join(root, 'console'),
    // Tests build it too, and the server then serves that build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
  const docs = spawnSync(bun, [join(root, 'scripts/docs-site/build-docs.ts'), join(next, 'docs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (docs.status !== 0) process.exit(docs.status ?? 1)
  replaceBuild(next)
  writeFileSync(stamp, wanted)
}

/**
 * Replaces the build by `next` as a whole: a running server never serves a part of a build. The chunks of the previous
 * build are kept, because open pages may still load them.
 */
function replaceBuild(next) {
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

function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(listFiles).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function listFiles(path) {
  if (/\.(json|md)$/.test(path)) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) return []
    const child = `${path}/${entry.name}`
    return entry.isDirectory() ? listFiles(child) : [child]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildConsole(await ensureInstalled('run'))
