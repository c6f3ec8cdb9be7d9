import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { environment } from '../server/src/platform/config.ts'
import { root } from './bun-path.mjs'

const pages = [...new Bun.Glob('docs/recipes/*.md').scanSync(root)].sort()
const help = await Bun.file(join(root, 'server/src/cli/run-command.ts')).text()

/** The lines of the blocks for a shell, by page. */
async function readShellLines(): Promise<{ page: string; line: string }[]> {
  const lines: { page: string; line: string }[] = []
  for (const page of pages) {
    const text = await Bun.file(join(root, page)).text()
    for (const [, body = ''] of text.matchAll(/^ *```sh[^\n]*\n([\s\S]*?)^ *```/gm))
      for (const line of body.split('\n')) lines.push({ page, line: line.trim() })
  }
  return lines
}

test('commands of the recipes exist, with their options', async () => {
  const commands = (await readShellLines()).filter(({ line }) => /^sluice /.test(line))
  expect(commands.length).toBeGreaterThan(5)
  const unknown = commands.filter(({ line }) => {
    const [, command = '', ...words] = line.split(/\s+/)
    const own = new RegExp(`^  sluice ${command}\\b[\\s\\S]*?(?=^  sluice |^\`)`, 'm').exec(help)?.[0] ?? ''
    const options = words.filter((word) => word.startsWith('--'))
    return own === '' || options.some((option) => !own.includes(option))
  })
  expect(unknown).toEqual([])
})

test('settings of the recipes exist', async () => {
  const shown = (await readShellLines()).flatMap(({ page, line }) => {
    const [, name] = /^(?:--from-literal=)?([A-Z][A-Z_]+)=/.exec(line) ?? []
    return name === undefined ? [] : [{ page, name }]
  })
  expect(shown.length).toBeGreaterThan(8)
  // Of the system.
  const known = new Set([...Object.keys(environment.shape), 'TZ'])
  expect(shown.filter(({ name }) => !known.has(name))).toEqual([])
})

test('every recipe fits on a screen, and the index of the pages leads to it', async () => {
  const index = await Bun.file(join(root, 'docs/README.md')).text()
  for (const page of pages) {
    const lines = (await Bun.file(join(root, page)).text()).split('\n').length
    // The page of the proxies has one for each.
    if (!page.endsWith('behind-a-proxy.md')) expect({ page, isShort: lines <= 75 }).toEqual({ page, isShort: true })
    expect(index).toContain(page.replace('docs/', ''))
  }
  for (const page of new Bun.Glob('docs/*.md').scanSync(root))
    if (page !== 'docs/README.md') expect(index).toContain(`(${page.replace('docs/', '')})`)
})
