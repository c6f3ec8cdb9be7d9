import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { startTestApp, type TestApp, testPassword } from '../../server/src/admin/test-app.ts'
import { parseOutboundAllow } from '../../server/src/platform/outbound/address-policy.ts'
import { createGuardedRequest } from '../../server/src/platform/outbound/guarded-request.ts'
import { visit } from '../harness/browser.ts'
import { expect, test } from '../harness/test.ts'

/** Replaces the script of the service: a click on a button solves the check. */
const script = `
  let solved = 0
  window.turnstile = {
    render(box, { sitekey, callback }) {
      const button = document.createElement('button')
      Object.assign(button, { type: 'button', textContent: 'I am human: ' + sitekey })
      button.onclick = () => callback('good' + ++solved + '-' + Date.now())
      box.append(button)
      box.button = button
      return '1'
    },
    remove() { document.querySelectorAll('button').forEach((button) => /^I am human/.test(button.textContent) && button.remove()) },
    reset() {},
  }`

test.describe('the anti-bot check, in a browser', () => {
  let service: Bun.Server<unknown>
  let app: TestApp
  let server: Bun.Server<unknown>
  let browser: Browser
  const verifiedTokens: string[] = []
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    service = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const token = new URLSearchParams(await request.text()).get('response') ?? ''
        const success = token.startsWith('good') && !verifiedTokens.includes(token)
        verifiedTokens.push(token)
        return Response.json({ success, 'error-codes': success ? [] : ['timeout-or-duplicate'] })
      },
    })
    const exceptions = parseOutboundAllow(`127.0.0.1:${service.port}`)
    app = await startTestApp({
      environment: {
        CONSOLE_DIR: join(import.meta.dir, '../../console/dist'),
        GLOBAL_WEB_RATE_LIMIT_ENABLE: 'false',
      },
      turnstileService: {
        url: `http://127.0.0.1:${service.port}/siteverify`,
        request: createGuardedRequest({ exceptions, bytesMax: 1_000, timeoutMs: 5_000, httpsOnly: false }),
      },
    })
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
    for (const [key, value] of [
      ['SMTPServer', 'mail.example.com'],
      ['SMTPFrom', 'gateway@example.com'],
      ['TurnstileSiteKey', 'site'],
      ['TurnstileSecretKey', 'hush'],
      ['TurnstileCheckEnabled', 'true'],
    ] as const)
      await app.root.put('/api/option/', { key, value })
    await app.addUser({ username: 'ada' })
  })
  test.afterAll(async () => {
    await server?.stop(true)
    await app?.close()
    await service?.stop(true)
  })

  async function open(path: string) {
    const here = await visit(browser, { url: `http://127.0.0.1:${server.port}` })
    await here.page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await here.page.goto(path)
    return { ...here, solveButton: here.page.getByRole('button', { name: 'I am human: site' }) }
  }

  test('a login waits for the check, sends it, and requests a new one after a wrong password', async () => {
    const { page, solveButton, close } = await open('/login')
    const submit = page.locator('button[type=submit]')
    await page.locator('#username').fill('ada')
    await page.locator('#password').fill('not the password')
    await solveButton.waitFor()
    await submit.click()
    await page.getByText('The security check is not finished yet').waitFor()
    expect(verifiedTokens).toEqual([])
    await solveButton.click()
    await submit.click()
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor()
    expect(verifiedTokens).toHaveLength(1)
    await page.locator('#password').fill(testPassword)
    await submit.click()
    await page.getByText('The security check is not finished yet').waitFor()
    await solveButton.click()
    await submit.click()
    await page.waitForURL('**/token')
    expect(verifiedTokens).toHaveLength(2)
    await close()
  })

  test('a check that cannot be loaded is reported, and can be loaded again', async () => {
    const here = await visit(browser, {
      url: `http://127.0.0.1:${server.port}`,
      expectedErrors: [/challenges\.cloudflare\.com/],
    })
    const { page } = here
    let isBlocked = true
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await page.goto('/login')
    await page.getByText('The security check could not be loaded').waitFor()
    isBlocked = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'I am human: site' }).waitFor()
    await expect(page.getByText('The security check could not be loaded')).toHaveCount(0)
    await here.close()
  })

  test('registration and password reset wait for the check too', async () => {
    const { page, solveButton, close } = await open('/register')
    await page.locator('#username').fill('bob')
    await page.locator('#password').fill(testPassword)
    await page.locator('#password2').fill(testPassword)
    await solveButton.waitFor()
    await page.locator('button[type=submit]').click()
    await page.getByText('The security check is not finished yet').waitFor()
    await solveButton.click()
    await page.locator('button[type=submit]').click()
    await page.getByText('Registration successful').waitFor()
    await page.waitForURL('**/token?open=new')
    await page.evaluate(() => localStorage.removeItem('user'))

    await page.goto('/reset')
    await page.locator('#email').fill('ada@example.com')
    await solveButton.waitFor()
    await page.locator('button[type=submit]').click()
    await page.getByText('The security check is not finished yet').waitFor()
    await close()
  })
})
