import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bun-path.mjs'

// The lint rule for browser tests: assertions about a page must wait.

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-web-first-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface BiomeConfig {
  overrides: { includes: string[]; plugins?: string[] }[]
}
interface BiomeReport {
  diagnostics: { category: string; location: { start: { line: number } } }[]
}

/** The lines of `code` that the linter refuses with the plugins for files under `e2e`. */
async function findRefusedLines(code: readonly string[]): Promise<number[]> {
  const { overrides }: BiomeConfig = await Bun.file(join(root, 'biome.json')).json()
  const plugins = overrides
    .filter(({ includes }) => includes.includes('e2e/**'))
    .flatMap((override) => override.plugins ?? [])
    .map((path) => join(root, path))
  await Bun.write(join(folder, 'biome.json'), JSON.stringify({ plugins }))
  await Bun.write(join(folder, 'sample.ts'), code.join('\n'))
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const argv = [process.execPath, biome, 'lint', '--only=plugin', '--reporter=json', 'sample.ts']
  const { stdout } = Bun.spawnSync(argv, { cwd: folder, stderr: 'ignore' })
  const { diagnostics } = JSON.parse(stdout.toString()) as BiomeReport
  return diagnostics
    .filter(({ category }) => category === 'plugin')
    .map(({ location }) => location.start.line)
    .sort((first, second) => first - second)
}

test('a single read of the page is refused, inside an assertion and before it', async () => {
  const refused = [
    "expect(await page.getByRole('row').count()).toBe(1)",
    "expect(await page.locator('td').allTextContents()).toEqual(['a'])",
    "const text = await page.locator('h1').textContent()",
    "expect((await page.locator('nav').boundingBox())?.width).toBe(200)",
    "expect(await link.getAttribute('href')).toBe('/log')",
    'if (await link.isVisible()) await link.click()',
    "expect(await page.title()).toBe('Log')",
    "expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('a')",
    "expect(await page.evaluate('scrollY')).toBe(0)",
    "expect(new URL(page.url()).pathname).toBe('/log')",
  ]
  expect(await findRefusedLines(refused)).toEqual(refused.map((_, index) => index + 1))
})

test('waiting assertions, and reads with a reason, are accepted', async () => {
  const code = [
    "await expect(page.getByRole('row')).toHaveCount(1)",
    "await expect.poll(async () => (await page.locator('nav').boundingBox())?.width).toBe(200)",
    "await expect.poll(() => page.evaluate('scrollY')).toBe(0)",
    'await expect.poll(() => new URL(page.url()).pathname).toBe("/log")',
    "const bars = () => page.locator('nav').count()",
    'expect(await server.logs()).toHaveLength(2)',
    "expect(server.url).toBe('http://127.0.0.1')",
    '// biome-ignore lint/plugin: the secret is shown, and does not change.',
    "const secret = await page.locator('code').textContent()",
  ]
  expect(await findRefusedLines(code)).toEqual([])
})
