import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './bun-path.mjs'

const sources: Record<string, string> = {
  'server/src/main.ts':
    "import { used } from './app.ts'\nnew Worker(new URL('./far-thread.ts', import.meta.url))\nused()\n",
  'server/src/app.ts': 'export const used = () => 1\nexport const spare = 2\n',
  'server/src/far-thread.ts': 'export {}\n',
  'server/src/tested.ts': 'export const tested = 1\n',
  'server/src/tested.test.ts': "import { tested } from './tested.ts'\nconsole.log(tested)\n",
  'contract/src/shape.ts': 'export const shape = 1\n',
  'console/src/main.tsx': "import { shape } from '@sluice/contract/shape'\nconsole.log(shape)\n",
  'console/src/forgotten.tsx': 'export const forgotten = 1\n',
}

test('with this configuration knip finds dead exports and files, and product files that only a test uses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-knip-'))
  try {
    for (const file of ['package.json', 'knip.jsonc', 'console/index.html', ...packages]) copy(file, folder)
    for (const [file, text] of Object.entries(sources)) write(join(folder, file), text)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

    expect(findIssues(folder, ['--include', 'files,exports'])).toEqual([
      'console/src/forgotten.tsx',
      'server/src/app.ts: spare',
    ])
    expect(findIssues(folder, ['--production', '--include', 'files'])).toEqual([
      'console/src/forgotten.tsx',
      'server/src/tested.ts',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const packages = ['contract', 'server', 'console'].map((workspace) => `${workspace}/package.json`)

function copy(file: string, folder: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  cpSync(join(root, file), join(folder, file))
}

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

interface Report {
  issues: { file: string; files?: unknown[]; exports?: { name: string }[] }[]
}

/** Unused files, and unused exports with their file, sorted. */
function findIssues(folder: string, flags: readonly string[]): string[] {
  const knip = join(root, 'node_modules/knip/bin/knip-bun.js')
  const { stdout } = Bun.spawnSync([process.execPath, knip, '--no-progress', '--reporter=json', ...flags], {
    cwd: folder,
  })
  const { issues }: Report = JSON.parse(stdout.toString())
  return issues
    .flatMap(({ file, files = [], exports = [] }) =>
      files.length > 0 ? [file] : exports.map(({ name }) => `${file}: ${name}`),
    )
    .sort()
}
