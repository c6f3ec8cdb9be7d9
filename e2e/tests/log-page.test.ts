import type { Browser } from '@playwright/test'
import { accounts, rootName } from '../../server/test/accounts.ts'
import { fakeOpenAi } from '../../server/test/fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from '../../server/test/fake-upstream.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the usage log in a browser', () => {
  let server: TestServer
  let upstream: FakeUpstream
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    upstream = await startFakeUpstream(fakeOpenAi())
    server = await startTestServer()
    await server.addChannel(upstream.url)
    const client = server.openai(await server.makeToken('user'))
    await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] })
  })
  test.afterAll(async () => {
    await server?.stop()
    await upstream?.close()
  })

  for (const { show, ...look } of [
    { language: 'en', device: 'desktop', theme: 'dark', show: 'Account of ' },
    { language: 'zh', device: 'phone', theme: 'light', show: '查看 ' },
  ] as const)
    test(`an administrator finds the account of a call: ${look.language}, ${look.device}`, async () => {
      const here = await openConsole(browser, { url: server.url, username: rootName, ...look })
      const { page } = here
      const { username } = accounts.user
      await page.goto(`/log?username=${username}&type=2`)
      if (look.device === 'phone') await page.getByRole('listitem').getByRole('button').first().click()
      await page.getByRole('button', { name: `${show}${username}` }).click()
      const account = page.getByRole('tooltip')
      const { quota, request_count } = await server.self('user')
      await account.getByText(`$${(quota / 500_000).toFixed(2)}`, { exact: true }).waitFor()
      await expect(account.getByRole('definition')).toHaveText([username, /./, /./, String(request_count)])
      // The click does not open the row.
      if (look.device === 'desktop') await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false)
      expect(await findFaults(here, `log-user-${look.device}`)).toEqual([])
      await page.keyboard.press('Escape')
      await account.waitFor({ state: 'hidden' })
      await here.close()
    })
})
