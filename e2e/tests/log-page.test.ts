import type { Browser } from '@playwright/test'
import { accounts, rootName } from '../../server/test/accounts.ts'
import { startTestGateway } from '../../server/test/test-gateway.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the usage log in a browser', () => {
  const gateway = forTests(startTestGateway)
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const { completions } = gateway.openai().chat
    await completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] })
  })

  for (const { show, ...look } of [
    { language: 'en', device: 'desktop', theme: 'dark', show: 'Account of ' },
    { language: 'zh', device: 'phone', theme: 'light', show: '查看 ' },
  ] as const)
    test(`an administrator finds the account of a call: ${look.language}, ${look.device}`, async () => {
      const here = await openConsole(browser, { url: gateway.server.url, username: rootName, ...look })
      const { page } = here
      const { username } = accounts.user
      await page.goto(`/log?username=${username}&type=2`)
      if (look.device === 'phone') await page.getByRole('listitem').getByRole('button').first().click()
      await page.getByRole('button', { name: `${show}${username}` }).click()
      const account = page.getByRole('tooltip')
      const { quota, request_count } = await gateway.server.self('user')
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
