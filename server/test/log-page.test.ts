import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { accounts, rootName } from './accounts.ts'
import { buildConsole, chromiumPath, launchBrowser } from './browser.ts'
import { faultsOf, openConsole } from './console-visit.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

describe.skipIf(chromiumPath === '')('the usage log in a browser', () => {
  let server: TestServer
  let upstream: FakeUpstream
  let browser: Browser
  beforeAll(async () => {
    buildConsole()
    browser = await launchBrowser()
    upstream = await startFakeUpstream(fakeOpenAi())
    server = await startTestServer()
    await server.addChannel(upstream.url)
    const client = server.openai(await server.makeToken('user'))
    await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] })
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await upstream?.close()
  })

  test.each([
    { language: 'en', device: 'desktop', theme: 'dark', show: 'Account of ' },
    { language: 'zh', device: 'phone', theme: 'light', show: '查看 ' },
  ] as const)(
    'an administrator looks up whose call it was: $language, $device',
    async ({ show, ...look }) => {
      const here = await openConsole(browser, { url: server.url, username: rootName, ...look })
      const { page } = here
      const { username } = accounts.user
      await page.goto(`/log?username=${username}&type=2`)
      if (look.device === 'phone') await page.getByRole('listitem').getByRole('button').first().click()
      await page.getByRole('button', { name: `${show}${username}` }).click()
      const account = page.getByRole('tooltip')
      const { quota, request_count } = await server.self('user')
      await account.getByText(`$${(quota / 500_000).toFixed(2)}`, { exact: true }).waitFor()
      const facts = await account.getByRole('definition').allTextContents()
      expect([facts.length, facts[0], facts[3]]).toEqual([4, username, String(request_count)])
      // The row around it was not meant.
      if (look.device === 'desktop') expect(new URL(page.url()).searchParams.has('open')).toBe(false)
      expect(await faultsOf(here, `log-user-${look.device}`)).toEqual([])
      await page.keyboard.press('Escape')
      await account.waitFor({ state: 'hidden' })
      await here.close()
    },
    60_000,
  )
})
