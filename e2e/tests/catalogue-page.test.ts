import type { Browser, Locator, Page } from '@playwright/test'
import type { ModelCardPage, PrefillGroup } from '@sluice/contract/catalogue'
import { accounts } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import type { Visit } from '../harness/browser.ts'
import { findFaults, navigate, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { findButton, waitForMessage } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the catalogue of models, in a browser', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const models = 'acme-large,acme-small,gpt-4o,gpt-4o-mini,own-model'
    await server.addChannel('http://127.0.0.1:9', { name: 'first', models })
  })

  const api = () => server.api('admin')
  const open = (look: Look, path: string): Promise<Visit> =>
    openConsole(browser, { url: server.url, username: accounts.admin.username, path, ...look })
  const rowOf = (page: Page, name: string): Locator =>
    page.locator('tr.ant-table-row').filter({ has: page.getByText(name, { exact: true }) })

  test('a vendor, a tag group and an entry for many models are added; the price list shows them', async () => {
    const here = await open({}, '/models?tab=vendors')
    const { page } = here
    const drawer = page.getByRole('dialog')
    await page.getByText('No vendors yet').waitFor()
    await findButton(page, 'Add vendor').last().click()
    await findButton(drawer, 'Add').click()
    await drawer.getByText('Enter a name').waitFor()
    await drawer.getByLabel('Icon address').fill('Acme.Color')
    await drawer.getByLabel('Name', { exact: true }).fill('Acme')
    await findButton(drawer, 'Add').click()
    await drawer.getByText('Enter the address of a picture').waitFor()
    await drawer.getByLabel('Icon address').fill('/logo.svg')
    await page.keyboard.press('Control+Enter')
    await waitForMessage(page, '“Acme” added')
    await rowOf(page, 'Acme').waitFor()

    await page.getByRole('tab', { name: 'Prefill groups' }).click()
    await findButton(page, 'Add prefill group').last().click()
    await drawer.getByLabel('Name', { exact: true }).fill('Usual tags')
    await drawer.getByLabel('Type').click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Tags' }).click()
    await drawer.getByLabel('Items').fill('fast, vision,')
    await findButton(drawer, 'Add').click()
    await waitForMessage(page, '“Usual tags” added')
    expect(await api().get<PrefillGroup[]>('/api/prefill_group/?type=tag')).toMatchObject([
      { name: 'Usual tags', items: ['fast', 'vision'] },
    ])

    await page.getByRole('tab', { name: 'Without an entry (5)' }).click()
    await findButton(page, 'Add entry acme-large').click()
    const name = drawer.getByLabel('Model name')
    await expect(name).toHaveValue('acme-large')
    await drawer.getByText('Matches 1 model in use: acme-large').waitFor()
    await name.fill('acme-')
    await drawer.getByLabel(/^Match/).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Begins with' }).click()
    await drawer.getByText('Matches 2 models in use: acme-large, acme-small').waitFor()
    await drawer.getByLabel('Vendor').click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Acme' }).click()
    await findButton(drawer, 'Fill in the group Usual tags').click()
    await drawer.getByLabel('Endpoint types').fill('rerank')
    await page.locator('.ant-select-item-option').filter({ hasText: 'Rerank' }).click()
    await drawer.getByLabel('Description').fill('Makes anvils')
    expect(await findFaults(here, 'catalogue-form')).toEqual([])
    await findButton(drawer, 'Add').click()
    await waitForMessage(page, '“acme-” added')
    await page.getByRole('tab', { name: 'Without an entry (3)' }).waitFor()

    await page.goto('/pricing?model=acme-small')
    const facts = page.getByRole('dialog')
    for (const text of ['Makes anvils', 'Acme', 'fast', 'Rerank']) await facts.getByText(text).first().waitFor()
    await here.close()
  })

  test('an entry is found, edited, switched off and deleted; Escape does not lose input', async () => {
    await api().post('/api/models/', { model_name: 'own-model', tags: 'private' })
    const entries = async () =>
      (await api().get<ModelCardPage>('/api/models/search?keyword=own-model&p=1&page_size=10')).items
    const here = await open({}, '/models')
    const { page } = here
    const drawer = page.getByRole('dialog').filter({ hasText: 'Edit model entry' })
    await page.locator('[data-search] input').fill('private')
    await page.keyboard.press('Enter')
    await page.waitForURL('**keyword=private')
    await findButton(rowOf(page, 'own-model'), 'Edit own-model').click()
    await drawer.getByLabel('Description').fill('Knows our files')
    await page.keyboard.press('Escape')
    await findButton(page, 'Keep editing').click()
    await findButton(drawer, 'Save').click()
    await waitForMessage(page, '“own-model” updated')
    expect(await entries()).toMatchObject([{ description: 'Knows our files', tags: 'private', status: 1 }])

    const clickAction = async (action: string) => {
      await findButton(rowOf(page, 'own-model'), 'More actions own-model').click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await clickAction('Disable')
    await rowOf(page, 'own-model').getByText('Disabled', { exact: true }).waitFor()
    expect(await entries()).toMatchObject([{ status: 0 }])
    await clickAction('Delete')
    const question = page.getByRole('dialog', { name: 'Delete the entry “own-model”?' })
    await question.getByText('1 model in use loses this description').waitFor()
    await findButton(question, 'Delete').click()
    await page.getByText('No model entry matches').waitFor()
    expect(await entries()).toEqual([])
    await here.close()
  })

  test('the form of a channel adds a group of models to the existing ones', async () => {
    const items = ['gpt-4o', 'not-yet-known']
    await api().post('/api/prefill_group/', { name: 'Both', type: 'model', items })
    const here = await open({}, '/channel/edit/1')
    const drawer = here.page.getByRole('dialog')
    await findButton(drawer, 'Fill in the group Both').click()
    const chosen = drawer.locator('.ant-select-selection-item')
    await chosen.filter({ hasText: 'not-yet-known' }).waitFor()
    await expect(chosen.filter({ hasText: /^gpt-4o$/ })).toHaveCount(1)
    await expect(chosen.filter({ hasText: 'own-model' })).toHaveCount(1)
    await here.close()
  })

  test('the page has no errors, accessibility violations or horizontal scrolling', { tag: twoLooks }, async ({
    look,
  }) => {
    await api().post('/api/models/', {
      model_name: 'gpt-4o',
      description: 'Sees, hears and speaks. '.repeat(8),
      status: 0,
      tags: 'vision,audio,fast,cheap,multilingual',
    })
    const names = {
      type: 'model',
      items: ['gpt-4o', 'gpt-4o-mini', 'a-model-with-a-name-that-is-rather-long'],
    }
    await api().post('/api/vendors/', { name: 'Umbrella' })
    await api().post('/api/prefill_group/', { name: 'Everyday', ...names, description: 'For most channels' })
    const screens = ['models', 'missing', 'vendors', 'prefill'].map((tab) => [tab, `/models?tab=${tab}`] as const)
    const here = await open(look, '/models')
    const found: string[] = []
    const entries = look.device === 'phone' ? 'main [role=tabpanel] li' : 'main tbody tr.ant-table-row'
    for (const [screen, address] of screens) {
      await navigate(here.page, address)
      await here.page.locator(entries).first().waitFor()
      found.push(...(await findFaults(here, `catalogue-${screen}`)))
    }
    for (const tab of ['models', 'prefill']) {
      await navigate(here.page, `/models?tab=${tab}&open=new`)
      await here.page.getByRole('dialog').locator('input').first().waitFor()
      found.push(...(await findFaults(here, `catalogue-${tab}-new`)))
    }
    await here.close()
    expect(found).toEqual([])
  })
})
