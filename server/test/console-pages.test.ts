import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { accounts, password } from './accounts.ts'
import { accessibilityFaults, buildConsole, chromiumPath, launchBrowser, visit } from './browser.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const looks = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'zh'] as const).flatMap((language) =>
    (['desktop', 'phone'] as const).map(
      (device) => [`${device}, ${theme}, ${language}`, { theme, language, device }] as const,
    ),
  ),
)

describe.skipIf(chromiumPath === '')('the console in a browser', () => {
  let server: TestServer
  let upstream: FakeUpstream
  let browser: Browser
  beforeAll(async () => {
    buildConsole()
    browser = await launchBrowser()
    upstream = await startFakeUpstream(fakeOpenAi())
    server = await startTestServer()
    await server.addChannel(upstream.url)
    const key = await server.makeToken('user')
    await server
      .openai(key)
      .chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] })
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await upstream?.close()
  })

  test.each([...looks])('the login page shows without errors or barriers: %s', async (_, look) => {
    const { page, close } = await visit(browser, { url: server.url, ...look })
    await page.goto('/login')
    await page.locator('#username').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toStartWith(look.language)
    expect(await accessibilityFaults(page)).toEqual([])
    await close()
  })

  test('somebody logs in and finds the call in the usage log', async () => {
    const { page, close } = await visit(browser, { url: server.url })
    await page.goto('/login')
    await page.locator('#username').fill(accounts.user.username)
    await page.locator('#password').fill(password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL('**/token')
    await page.goto('/log')
    await page.getByText('gpt-4o').first().waitFor()
    await close()
  })

  test('a wrong password is said so and keeps the visitor where they are', async () => {
    const { page, close } = await visit(browser, { url: server.url })
    await page.goto('/login')
    await page.locator('#username').fill(accounts.user.username)
    await page.locator('#password').fill('not the password')
    await page.locator('button[type=submit]').click()
    await page.getByRole('alert').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await close()
  })
})
