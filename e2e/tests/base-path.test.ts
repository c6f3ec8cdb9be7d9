import type { Browser, Page } from '@playwright/test'
import { findFreePort, type Running, startNginx } from '../../server/bench/processes.ts'
import { accounts, rootName } from '../../server/test/accounts.ts'
import { fakeOpenAi } from '../../server/test/fake-openai.ts'
import { startFakeUpstream } from '../../server/test/fake-upstream.ts'
import { openAiClient, startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { visit } from '../harness/browser.ts'
import { logIn } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { expect, test } from '../harness/test.ts'

const base = '/ai'

/** Another site at the root of the domain: what the console must not call. */
const siteAround = 'location / { return 404; }'

test.describe('the console below a path of a domain, in a browser', () => {
  let server: TestServer
  const upstream = forTests(() => startFakeUpstream(fakeOpenAi({ parts: ['Through ', 'the path'] })))
  let browser: Browser
  let channelId: number
  const proxies: Running[] = []
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const proxied = { TRUSTED_PROXIES: '127.0.0.1', SETUP_TOKEN: 'a token of the set-up' }
    server = await startTestServer('SQLite', { BASE_PATH: base, ...proxied })
    channelId = await server.addChannel(upstream.url, { name: 'Below' })
  })
  test.afterAll(async () => {
    for (const proxy of proxies) await proxy.stop()
    await server?.stop()
  })

  test('an address without the path, asked of the server itself, leads below it', async () => {
    const { page } = await visit(browser, { url: server.url })
    await page.goto('/login?next=%2Ftoken#a')
    await page.waitForURL(`${server.url}${base}/login?next=%2Ftoken#a`)
    await page.goto(base)
    await page.waitForURL((url) => url.pathname.startsWith(base))
    // Not below the path: its name only begins like it.
    await page.goto(`${base}x`)
    await page.waitForURL(`${server.url}${base}${base}x`)
  })

  /** nginx in front of the server; `to` ends with a slash if it removes the base path. */
  async function startProxy(to: string): Promise<string> {
    const port = await findFreePort()
    const proxy = await startNginx(
      port,
      `server {
         listen 127.0.0.1:${port};
         ${siteAround}
         location ${base}/ {
           proxy_pass ${to}; proxy_http_version 1.1; proxy_buffering off;
           proxy_set_header Host $http_host;
           proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
           proxy_set_header X-Forwarded-Proto $scheme;
         }
       }`,
    )
    proxies.push(proxy)
    return proxy.url
  }

  for (const { name, suffix } of [
    { name: 'keeps', suffix: '' },
    { name: 'removes', suffix: '/' },
  ]) {
    test(`a proxy that ${name} the path: login, lists, a deep link, a chat, the API and its page`, async () => {
      const origin = await startProxy(server.url + suffix)
      const here = await visit(browser, { url: origin })
      const { page } = here
      const astray: string[] = []
      page.on('request', (request) => {
        const { origin: called, pathname } = new URL(request.url())
        if (called === origin && !pathname.startsWith(`${base}/`)) astray.push(pathname)
      })

      await page.goto(`${base}/channel?p=1`)
      await page.waitForURL(`**${base}/login?next=*`)
      await logIn(page, rootName)
      await page.waitForURL(`**${base}/channel?p=1`)
      await page.getByText('Below').first().waitFor()
      const cookies = await here.context.cookies(`${origin}${base}/`)
      expect(cookies.map((cookie) => cookie.path).filter((path) => !path.startsWith(base))).toEqual([])
      expect(cookies.map((cookie) => cookie.name)).toContain('session')

      // Links of the console, and the same page after a reload.
      await page.locator(`a[href="${base}/token"]`).first().click()
      await page.waitForURL(`**${base}/token`)
      await page.goto(`${base}/channel/edit/${channelId}`)
      await page.getByRole('dialog').waitFor()
      await page.reload()
      await page.getByRole('dialog').waitFor()
      await waitUntilSettled(page)

      await ask(page, 'Where?')
      await page.getByText('Through the path').waitFor()

      await page.goto(`${base}/api/docs`)
      await page.locator('.swagger-ui .info').waitFor()
      await expect(page.locator('.servers select option')).toHaveText([base])
      expect(astray).toEqual([])
      await here.close()

      const key = await server.makeToken('user')
      const client = openAiClient(origin + base, key)
      const messages = [{ role: 'user' as const, content: 'Hello' }]
      const answer = await client.chat.completions.create({ model: 'gpt-4o-mini', messages })
      expect(answer.choices[0]?.message.content).toBe('Through the path')
      const stream = await client.chat.completions.create({ model: 'gpt-4o-mini', messages, stream: true })
      const parts: string[] = []
      for await (const chunk of stream) parts.push(chunk.choices[0]?.delta.content ?? '')
      expect(parts.join('')).toBe('Through the path')
    })
  }

  test('a signed-in visitor of the login is led to the page that was asked for', async () => {
    const here = await visit(browser, { url: server.url })
    const { page } = here
    await page.goto(`${base}/login`)
    await logIn(page, accounts.user.username)
    await page.waitForURL(`**${base}/token`)
    await page.goto(`${base}/login?next=%2Flog%3Fp%3D1`)
    await page.waitForURL(`**${base}/log?p=1`)
    // Another program at the root of the domain has its own storage.
    const foreign = "Object.keys(localStorage).filter((key) => !key.startsWith('/ai:'))"
    await expect.poll(() => page.evaluate<string[]>(foreign)).toEqual([])
    await here.close()
  })

  async function ask(page: Page, text: string): Promise<void> {
    await page.goto(`${base}/playground`)
    await page.waitForURL(`**${base}/playground333`)
    const composer = page.locator('main form textarea:not([aria-hidden])')
    await composer.fill(text)
    await composer.press('Enter')
  }
})
