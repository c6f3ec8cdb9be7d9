import type { Browser, Page } from '@playwright/test'
import type { PagedList } from '@sluice/contract/envelope'
import type { User } from '@sluice/contract/user'
import { noUse } from '../../server/src/store/usage-hour-question.ts'
import { accounts, password, rootName } from '../../server/test/accounts.ts'
import { type ApiClient, login } from '../../server/test/api-client.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { type Person, startCounting } from '../harness/count-steps.ts'
import { findButton, waitForMessage } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'
import { startUsageServer, type UsageServer } from '../harness/usage-server.ts'

// What operators do with accounts. Each job begins on the dashboard, and may take a number of clicks, fields and keys.

test.describe('the jobs of operators with accounts, in a browser', () => {
  let server: UsageServer
  let root: ApiClient
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const hour = Math.floor(Date.now() / 3_600_000 - 30) * 3_600_000
    const customer = Object.values(accounts).indexOf(accounts.user) + 1
    const place = { hour, user_id: customer, token_id: 1, channel_id: 1, group_name: 'default' }
    server = await startUsageServer(Object.values(accounts), [
      { ...noUse, ...place, model_name: 'gpt-4o', calls: 3, quota: 2_500_000 },
    ])
    root = await login(server.url, rootName, password)
  })
  test.afterAll(async () => {
    await server?.stop()
  })

  const { username } = accounts.user
  const readUser = async (name: string) => {
    const { items } = await root.get<PagedList<User>>(`/api/user/search?keyword=${name}`)
    return items.find((user) => user.username === name)
  }

  interface Job {
    page: Page
    person: Person
  }
  async function doJob(name: string, most: number, work: (job: Job) => Promise<void>): Promise<void> {
    const here = await openConsole(browser, { url: server.url, username: rootName })
    const { page } = here
    await page.goto('/detail')
    await page.locator('h1').first().waitFor()
    const person = startCounting(page)
    await work({ page, person })
    expect(person.steps()).toBeLessThanOrEqual(most)
    expect(await findFaults(here, name)).toEqual([])
    await here.close()
  }
  const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  /** The list is loaded, so a row stays where it is. */
  async function openUsers({ page, person }: Job): Promise<void> {
    await person.click(menu(page, 'Users'))
    await expect(page.locator('tr.ant-table-row')).toHaveCount(Object.keys(accounts).length + 1)
  }

  test('where the five dollars of a customer went is two clicks away', async () => {
    await doJob('account-spent', 2, async (job) => {
      const { page, person } = job
      await openUsers(job)
      await person.click(page.getByRole('link', { name: username, exact: true }))
      await page.getByText('3 calls of the day').waitFor()
      await page.getByText('-$5.00').first().waitFor()
      await page.getByRole('link', { name: 'gpt-4o', exact: true }).waitFor()
    })
  })

  test('a balance is corrected with a reason, and stands in the statement', async () => {
    const before = (await readUser(username))?.quota ?? 0
    await doJob('account-adjusted', 6, async (job) => {
      const { page, person } = job
      await openUsers(job)
      await person.click(page.getByRole('link', { name: username, exact: true }))
      await person.click(findButton(page, 'Adjust balance'))
      await person.fill(page.getByLabel('Amount', { exact: true }), '2')
      await person.fill(page.getByLabel('Reason'), 'outage')
      await person.click(findButton(page, 'Adjust'))
      await waitForMessage(page, 'Done for 1 user')
      await page.getByText(`${rootName}: outage`).waitFor()
    })
    expect((await readUser(username))?.quota).toBe(before + 1_000_000)
  })

  test('an administrator is added in one form', async () => {
    await doJob('account-added', 7, async (job) => {
      const { page, person } = job
      await openUsers(job)
      await person.click(findButton(page, 'Add user'))
      const form = page.getByRole('dialog', { name: 'Add user' })
      await person.fill(form.getByLabel('Username', { exact: true }), 'helper')
      await person.click(findButton(page, 'Generate one'))
      await person.click(form.getByLabel('Role', { exact: true }))
      await person.click(page.locator('.ant-select-item-option').getByText('Administrator', { exact: true }))
      await person.click(findButton(page, 'Create'))
      await page.getByText('“helper” is created').waitFor()
    })
    expect(await readUser('helper')).toMatchObject({ role: 10 })
  })

  test('several accounts are banned at once, and those that cannot be are named', async () => {
    const { page, close } = await openConsole(browser, { url: server.url, username: rootName, path: '/user' })
    const boxes = page.locator('thead').getByRole('checkbox')
    await page.getByRole('link', { name: username, exact: true }).waitFor()
    await boxes.check()
    await page.getByRole('status').getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByText('This cannot be done to a super administrator.').waitFor()
    expect((await readUser(username))?.status).toBe(2)
    expect((await readUser(rootName))?.status).toBe(1)
    await close()
  })
})
