// Builds the single-file executable: server, workers, console and runtime. Run by `npm run executable`.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { commitDigits, readCommitOf } from '../server/src/version.ts'
import { buildConsole } from './build-console.mjs'

const root = resolve(import.meta.dir, '..')
const workers = [
  'server/src/ledger/writer-thread.ts',
  'server/src/platform/token-counter/token-worker.ts',
  'server/src/relay/sensitive/word-worker.ts',
  'server/src/store/dialects/sqlite-thread.ts',
]
const viewer = ['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => `node_modules/swagger-ui-dist/${name}`)

/**
 * Builds the executable at `outfile`, for this machine or for `target` in the runtime's form, such as
 * `bun-linux-arm64`.
 */
export async function buildExecutable(outfile: string, target?: string): Promise<void> {
  buildConsole(process.execPath)
  const entry = join(root, '.cache/executable/sluice.ts')
  mkdirSync(join(entry, '..'), { recursive: true })
  const files = [...listFilesBelow(join(root, 'console/dist')), ...viewer.map((name) => join(root, name))]
  const fileImports = files.map((file) => `import ${JSON.stringify(file)} with { type: 'file' }`)
  writeFileSync(entry, `${[...fileImports, `import ${JSON.stringify(join(root, 'server/src/main.ts'))}`].join('\n')}\n`)
  // Threads share the modules that they have in common: 9 MB less at rest.
  const options = [
    '--compile',
    '--splitting',
    '--root',
    root,
    '--asset-naming',
    '[dir]/[name].[ext]',
    '--outfile',
    outfile,
  ]
  // A build without a repository, as in a container, gets it by the environment.
  const commit = process.env.SLUICE_COMMIT?.slice(0, commitDigits) ?? readCommitOf(root) ?? ''
  options.push('--define', `SLUICE_COMMIT=${JSON.stringify(commit)}`)
  // Compiled code starts with two thirds of the CPU. It fits only the runtime that compiles it.
  if (target === undefined) options.push('--bytecode', '--format=esm')
  else options.push('--target', target)
  const build = Bun.spawn([process.execPath, 'build', ...options, entry, ...workers.map((name) => join(root, name))], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await build.exited) !== 0) throw new Error('the executable was not built')
}

const listFilesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

if (import.meta.main) {
  const [outfile = 'dist/sluice', target] = process.argv.slice(2)
  await buildExecutable(resolve(outfile), target)
  console.log(`built ${relative(process.cwd(), resolve(outfile))}`)
}
