import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { visit } from '../harness/browser.ts'
import { rememberUser } from '../harness/console-visit.ts'
import { expect, test } from '../harness/test.ts'

const built = join(import.meta.dir, '../../console/dist')

/**
 * Copies a build as if its sources were built again: all scripts get other names, as each names another one, and a
 * browser keeps what it has under a name.
 */
function copyAsNewBuild(from: string, into: string): void {
  cpSync(from, into, { recursive: true })
  const assets = join(into, 'assets')
  // The compressed files still contain the old names.
  for (const name of readdirSync(assets).filter((name) => /\.(br|gz)$/.test(name))) rmSync(join(assets, name))
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const renamed = new Map(scripts.map((name) => [name, name.replace(/.\.js$/, '0_.js')]))
  const rename = (text: string) => text.replaceAll(/[\w.-]+\.js\b/g, (name) => renamed.get(name) ?? name)
  const page = join(into, 'index.html')
  writeFileSync(page, rename(readFileSync(page, 'utf8')))
  for (const [before, after] of renamed) {
    const path = join(assets, before)
    writeFileSync(path, rename(readFileSync(path, 'utf8')))
    renameSync(path, join(assets, after))
  }
}

/** The entry script in the page of the server. The page itself has a new nonce in each answer. */
const readEntry = async (url: string): Promise<string> =>
  /\/assets\/index-[^"]+\.js/.exec(await (await fetch(url)).text())?.[0] ?? ''

test.describe('a console that is rebuilt under a running server', () => {
  let folder: string
  let server: TestServer
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
    cpSync(built, join(folder, 'dist'), { recursive: true })
    browser = launched
    server = await startTestServer('SQLite', { CONSOLE_DIR: join(folder, 'dist') })
  })
  test.afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(expectedErrors: readonly RegExp[]) {
    const { session, user } = server.api('user')
    const here = await visit(browser, { url: server.url, session, expectedErrors })
    await rememberUser(here, user)
    const loads: string[] = []
    here.page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
    })
    await here.page.goto('/token')
    await here.page.getByRole('heading', { name: 'API tokens' }).waitFor()
    return { ...here, loads, logs: here.page.getByRole('link', { name: 'Usage log' }).first() }
  }

  test('a page whose code cannot be loaded shows an error, and does not reload in a loop', async () => {
    const { page, loads, logs, close } = await open([/ERR_FAILED/, /ChunkError/])
    await page.route('**/assets/logs-page-*', (route) => route.abort())
    await logs.click()
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    expect(loads).toEqual(['/token'])
    await page.unroute('**/assets/logs-page-*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Usage log' }).waitFor()
    await close()
  })

  test('a new build is served without a restart, and an open page reloads once to switch to it', async () => {
    const { page, loads, logs, close } = await open([/404/, /ChunkError/])
    const dist = join(folder, 'dist')
    copyAsNewBuild(dist, join(folder, 'next'))
    const before = await readEntry(server.url)
    renameSync(dist, join(folder, 'last'))
    renameSync(join(folder, 'next'), dist)
    let after = before
    while (after === before) {
      await Bun.sleep(50)
      after = await readEntry(server.url)
    }
    const script = await fetch(server.url + after)
    expect(script.status).toBe(200)
    expect(script.headers.get('cache-control')).toContain('immutable')

    await logs.click()
    await page.getByRole('heading', { name: 'Usage log' }).waitFor()
    expect(loads).toEqual(['/token', '/log'])
    await close()
  })
})
