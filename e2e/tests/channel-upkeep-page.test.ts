import type { Browser, Page } from '@playwright/test'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelRows } from '@sluice/contract/channel-list'
import type { ChannelSweep } from '@sluice/contract/channel-sweep'
import { rootName } from '../../server/test/accounts.ts'
import { answerError, answerJson, hang } from '../../server/test/answers.ts'
import { fakeOpenAi } from '../../server/test/fake-openai.ts'
import { type Answer, startFakeUpstream } from '../../server/test/fake-upstream.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Device, type Language, languages, type Theme, twoLooks } from '../harness/looks.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { expect, test } from '../harness/test.ts'

// The page of channels: tests and balances of all channels, editing several at once, and fields of some types.

const words = {
  en: {
    menu: 'Batch actions',
    testAll: 'Test all channels',
    begin: 'Start testing',
    stop: 'Stop',
    finished: 'Channels tested',
    stopped: 'Testing stopped',
    results: 'Results',
    close: 'Close',
    balances: 'Check all balances',
    beginBalances: 'Start checking',
    checked: 'All balances checked',
    edit: 'Edit selected',
    save: 'Save',
    weight: 'Weight',
    dismiss: 'Dismiss',
    selectFirst: 'Select the channels to edit first',
    add: 'Add channel',
    resting: 'Resting',
    keyword: 'ID, name, tag, URL, model or key',
    select: 'Select rows',
    version: 'API version',
    failed: 'Failed',
    noBalance: 'cannot be read',
    withModel: 'Test with a model…',
    undo: /^Undo/,
    doctor: 'Endpoint doctor',
    start: 'Start',
  },
  zh: {
    menu: '批量操作',
    testAll: '测试所有渠道',
    begin: '开始测试',
    stop: '停止',
    finished: '渠道测试完成',
    stopped: '渠道测试已停止',
    results: '查看结果',
    close: '关闭',
    balances: '更新所有余额',
    beginBalances: '开始更新',
    checked: '所有余额更新完成',
    edit: '批量编辑',
    save: '保存',
    weight: '权重',
    dismiss: '收起',
    selectFirst: '请先选择要修改的渠道',
    add: '添加渠道',
    resting: '熔断中',
    keyword: 'ID、名称、标签、地址、模型或密钥',
    select: '批量选择',
    version: 'API 版本',
    failed: '失败',
    noBalance: '无法查询余额',
    undo: /^撤销/,
    doctor: '接口体检',
    start: '开始体检',
  },
} as const satisfies Record<Language, Record<string, string | RegExp>>

/** Answers of OpenAI's former dashboard: a limit in dollars, a usage in hundredths of a dollar. */
const billing =
  (hard_limit_usd: number, total_usage: number): Answer =>
  (exchange) =>
    answerJson(
      exchange.request.path.includes('subscription') ? { has_payment_method: true, hard_limit_usd } : { total_usage },
    )(exchange)

test.describe('upkeep of channels, in a browser', () => {
  const upstream = forTests(() => startFakeUpstream(fakeOpenAi()))
  const server = forTests(() =>
    startTestServer('SQLite', {
      GLOBAL_API_RATE_LIMIT_ENABLE: 'true',
      GLOBAL_API_RATE_LIMIT: '30',
    }),
  )
  let browser: Browser
  const ids = new Map<string, number>()
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    // The console respects the limits of a real installation; its signed-in requests do not count for the address.
    const add = async (name: string, more: object = {}) =>
      ids.set(name, await server.addChannel(upstream.url, { name, ...more }))
    await add('Azure relay, East', { tag: 'eu', priority: 10, weight: 5 })
    await add('主力渠道（华东）', { tag: 'eu', priority: 10 })
    await add('Claude', { type: 14, models: 'claude-sonnet-4-6', groups: ['default', 'vip', 'svip'] })
    await add('Unreachable', { base_url: 'http://127.0.0.1:1', models: 'only-here' })
    await add('Pictures', { models: 'dall-e-3' })
    await add('Off', { status: 2 })
  })

  const api = () => server.api('root')
  const sweep = (kind: string) => api().get<ChannelSweep>(`/api/channel/${kind}/progress`)

  async function open(language: Language, theme: Theme = 'light', device: Device = 'desktop') {
    const shown = await openConsole(browser, { url: server.url, username: rootName, language, theme, device })
    const { page } = shown
    await page.goto('/channel')
    await page.getByText('主力渠道（华东）').waitFor()
    return shown
  }
  const chooseMenuItem = async (page: Page, menu: string, item: string) => {
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    // A click between the closing menu and the opening dialog may be lost.
    await waitUntilSettled(page)
  }

  test('all channels are tested, and failures are listed with their reasons', async () => {
    const labels = words.en
    const here = await open('en')
    const { page, close } = here
    await chooseMenuItem(page, labels.menu, labels.testAll)
    await page.getByRole('button', { name: labels.begin }).click()
    const strip = page.getByRole('region', { name: labels.testAll })
    await strip.getByText(labels.finished).waitFor()
    expect(await sweep('test')).toMatchObject({
      state: 'finished',
      total: 5,
      passed: 2,
      failed: 2,
      skipped: 1,
    })
    await strip.getByText('5 of 5 · 2 failed · 1 skipped').waitFor()
    await strip.getByRole('button', { name: labels.results }).click()
    const results = page.getByRole('dialog')
    await results.getByText('The upstream could not be reached').waitFor()
    await results.getByText('name a test model').waitFor()
    expect(await findFaults(here, 'channels-results')).toEqual([])
    await results.getByRole('button', { name: labels.close }).last().click()
    await strip.getByRole('button', { name: labels.dismiss }).click()
    await strip.waitFor({ state: 'detached' })
    await close()
  })

  test('the page may be left during the run, and the run can be stopped', async () => {
    const labels = words.zh
    upstream.answerWith(hang)
    const { page, screenshot, close } = await open('zh')
    await chooseMenuItem(page, labels.menu, labels.testAll)
    await page.getByRole('button', { name: labels.begin }).click()
    const strip = page.getByRole('region', { name: labels.testAll })
    await strip.getByRole('progressbar').waitFor()
    await page.goto('/channel?id_sort=true')
    await strip.getByRole('progressbar').waitFor()
    await screenshot('channels-running')
    await strip.getByRole('button', { name: labels.stop }).click()
    await strip.getByText(labels.stopped).waitFor()
    expect((await sweep('test')).state).toBe('cancelled')
    upstream.answerWith(fakeOpenAi())
    await close()
  })

  test('the models of a channel are tested one by one, and removing the failing ones can be undone', async () => {
    const labels = words.en
    upstream.answerWith(async (exchange) => {
      const isGone = exchange.request.json().model === 'gpt-gone'
      await (isGone ? answerError(404, 'no such model') : fakeOpenAi())(exchange)
    })
    const id = await server.addChannel(upstream.url, { name: 'Tried', models: 'gpt-4o,gpt-gone,gpt-4o-mini' })
    const models = async () => (await api().get<Channel>(`/api/channel/${id}`)).models
    const here = await open('en')
    const { page, close } = here
    await page.getByRole('button', { name: 'More actions Tried' }).click()
    await page.getByRole('menuitem', { name: labels.withModel }).click()
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('switch', { name: 'Stream' }).click()
    await dialog.getByRole('button', { name: 'Test all 3' }).click()
    await dialog.getByText('3 of 3 · 2 passed · 1 failed').waitFor()
    await dialog.getByText('status 404: no such model').waitFor()
    await expect(dialog.getByRole('row').filter({ hasText: 'gpt-4o-mini' }).getByText('tokens/s')).toBeVisible()
    expect(await findFaults(here, 'channel-tests')).toEqual([])
    await dialog.getByRole('button', { name: 'Remove 1 failing model' }).click()
    const question = page.getByRole('dialog').filter({ hasText: 'no longer takes calls' })
    await question.getByText('gpt-gone').waitFor()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(models).toBe('gpt-4o,gpt-4o-mini')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(models).toBe('gpt-4o,gpt-4o-mini,gpt-gone')
    await close()
    upstream.answerWith(fakeOpenAi())
  })

  test('new and vanished models of an upstream are applied with a click, which can be undone', async () => {
    const labels = words.en
    const id = await server.addChannel(upstream.url, { name: 'Renewed', models: 'gpt-4o,gpt-left' })
    const models = async () => (await api().get<Channel>(`/api/channel/${id}`)).models
    const here = await open('en')
    const { page, close } = here
    await chooseMenuItem(page, labels.menu, 'Upstream models…')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No upstream has been checked yet').waitFor()
    await dialog.getByRole('button', { name: 'Check all' }).click()
    await page.getByRole('button', { name: 'Start checking' }).click()
    const item = dialog.getByRole('listitem').filter({ hasText: 'Renewed' })
    await item.getByRole('button', { name: 'gpt-left' }).waitFor()
    await dialog.getByText('The models of all upstreams were checked').waitFor()
    await waitUntilSettled(page)
    expect(await findFaults(here, 'upstream-models')).toEqual([])
    await item.getByRole('button', { name: 'text-embedding-3-small' }).click()
    await item.getByRole('button', { name: 'Apply the selected models of Renewed' }).click()
    await expect.poll(models).toBe('gpt-4o,gpt-4o-mini')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(models).toBe('gpt-4o,gpt-left')
    await close()
  })

  test('balances have their currency, and a missing balance is shown as such', async () => {
    const labels = words.zh
    upstream.answerWith(billing(120, 1_250))
    const { page, screenshot, close } = await open('zh')
    await chooseMenuItem(page, labels.menu, labels.balances)
    await page.getByRole('button', { name: labels.beginBalances }).click()
    const strip = page.getByRole('region', { name: labels.balances })
    await strip.getByText(labels.checked).waitFor()
    await page.getByRole('button', { name: /主力渠道（华东） 的余额 \$107\.50/ }).waitFor()
    await strip.getByRole('button', { name: labels.results }).click()
    await page.getByRole('dialog').getByText(labels.noBalance).first().waitFor()
    await screenshot('channels-balances')
    await page.getByRole('dialog').getByRole('button', { name: labels.close }).last().click()
    upstream.answerWith(billing(9, 0))
    await page.getByRole('button', { name: /主力渠道（华东） 的余额/ }).click()
    await page.getByRole('button', { name: /主力渠道（华东） 的余额 \$9\.00/ }).waitFor()
    upstream.answerWith(fakeOpenAi())
    await close()
  })

  test('changing a priority in the list keeps its row in place', async () => {
    const { page, close } = await open('en')
    const names = page.getByRole('row').locator('td:nth-child(3)')
    await waitUntilSettled(page)
    // biome-ignore lint/plugin: `waitUntilSettled` has awaited the rows.
    const before = await names.allTextContents()
    expect(before.length).toBeGreaterThan(3)
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    const box = page.getByRole('textbox', { name: 'Priority of Pictures' })
    await box.fill('77')
    await box.press('Enter')
    expect((await saved).status()).toBe(200)
    await waitUntilSettled(page)
    expect((await api().get<Channel>(`/api/channel/${ids.get('Pictures')}`)).priority).toBe(77)
    await expect(names).toHaveText(before)
    await close()
    await api().put('/api/channel/', { id: ids.get('Pictures'), priority: 0 })
  })

  test('priority and weight of the selected channels are changed, and the selection can be cleared', async () => {
    const labels = words.en
    const { page, close } = await open('en')
    await chooseMenuItem(page, labels.menu, labels.edit)
    const notice = page.getByText(labels.selectFirst)
    await notice.waitFor()
    // Below the top bar.
    await expect.poll(async () => (await notice.boundingBox())?.y).toBeGreaterThan(50)
    await expect.poll(async () => (await notice.boundingBox())?.y).toBeLessThan(160)
    for (const name of ['Azure relay, East', 'Pictures'])
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .check()
    await chooseMenuItem(page, labels.menu, labels.edit)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(labels.weight).fill('42')
    await dialog.getByRole('button', { name: labels.save }).click()
    await dialog.waitFor({ state: 'detached' })
    const read = async (name: string) => await api().get<Channel>(`/api/channel/${ids.get(name)}`)
    expect(await read('Azure relay, East')).toMatchObject({ weight: 42, priority: 10 })
    expect(await read('Pictures')).toMatchObject({ weight: 42, priority: 0 })
    expect(await read('主力渠道（华东）')).toMatchObject({ weight: 0 })
    await page.getByRole('switch', { name: labels.select }).click()
    await page.getByRole('checkbox').first().waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Pictures').waitFor()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.getByRole('switch', { name: labels.select }).click()
    await close()
  })

  test('a channel whose calls fail is marked', async () => {
    const key = await server.makeToken('root')
    const body = { model: 'only-here', messages: [{ role: 'user', content: 'hi' }] }
    await api().put('/api/option/', { key: 'ModelRatio', value: '{"only-here":1}' })
    for (let call = 0; call < 5; call++) await (await server.relay(key, '/v1/chat/completions', body)).text()
    const { page, screenshot, close } = await open('en')
    const tag = page.getByRole('button', { name: words.en.resting })
    await tag.waitFor()
    await tag.hover()
    await page.getByText(/Last error/).waitFor()
    await screenshot('channels-health')
    await close()
  })

  test('a channel is found by its key, which appears in no address', async () => {
    const key = 'sk-upstream-0123456789abcdef'
    const name = 'Found by key'
    await server.addChannel(upstream.url, { name, key })
    const { page, close } = await open('en')
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    const box = page.getByPlaceholder(words.en.keyword)
    await box.fill(key)
    await box.press('Enter')
    await page.getByText('主力渠道（华东）').waitFor({ state: 'detached' })
    await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    // The filter survives an opened channel, and another filter replaces it.
    await page.getByText(name, { exact: true }).click()
    await page.getByRole('dialog').getByLabel('Type', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect(box).toHaveValue(key)
    await box.fill('Pictures')
    await box.press('Enter')
    await page.getByRole('row', { name: /Pictures/ }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('Pictures')
    expect(addresses.filter((address) => address.includes(key))).toEqual([])
    expect(addresses.some((address) => address.endsWith('/api/channel/rows'))).toBe(true)
    await close()
  })

  test('the search field is named after what it finds, and shows all of it', {
    tag: twoLooks,
  }, async ({ look: { theme, device } }) => {
    // The text in either language has to fit on either device.
    for (const language of languages) {
      const { page, close } = await open(language, theme, device)
      const { keyword } = words[language]
      const box = page.getByRole('textbox', { name: keyword, exact: true })
      await expect(box).toHaveAttribute('placeholder', keyword)
      // A placeholder does not overflow its field, but the same text does if it is cut.
      await box.fill(keyword)
      await expect
        .poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBeLessThanOrEqual(0)
      await close()
    }
  })

  test('settings of some types are shown only for these types', async () => {
    const { page, close } = await open('en')
    await page.goto(`/channel/edit/${ids.get('Claude')}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Type', { exact: true }).waitFor()
    await expect(drawer.getByLabel(words.en.version)).toHaveCount(0)
    await drawer.getByLabel('Type', { exact: true }).click()
    await page.getByTitle('Google Gemini').click()
    await drawer.getByLabel(words.en.version).fill('v1')
    await drawer.getByRole('button', { name: words.en.save }).click()
    await drawer.waitFor({ state: 'detached' })
    const saved = await api().get<Channel>(`/api/channel/${ids.get('Claude')}`)
    expect(saved).toMatchObject({ type: 24, other: 'v1' })
    await close()
  })

  test('a key has a field for each of its parts, and a wrong part is refused at its field', async () => {
    const here = await open('en')
    const { page, close } = here
    await page.goto('/channel/add')
    const drawer = page.getByRole('dialog')
    const type = drawer.getByLabel('Type', { exact: true })
    await type.fill('Vertex')
    await page.getByTitle('Vertex AI').click()
    await drawer.getByRole('button', { name: 'Choose a file' }).waitFor()
    // The browser's own control for files stays behind the button.
    await expect(drawer.locator('input[type=file]')).toBeHidden()
    await type.fill('AWS')
    await page.getByTitle('AWS Claude').click()
    await drawer.getByLabel('Name', { exact: true }).fill('By parts')
    await drawer.getByLabel('Access key ID').fill('AKIDEXAMPLE')
    await drawer.getByLabel('Secret access key').fill('wJalrXUtnFEMI')
    await drawer.getByLabel('Region').fill('Frankfurt')
    await drawer.getByPlaceholder('Custom names').fill('claude-opus-5-5')
    await drawer.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(drawer.getByText('"Frankfurt" is not a region')).toBeVisible()
    expect(await findFaults(here, 'channel-key-parts')).toEqual([])
    await drawer.getByLabel('Region').fill('eu-central-1')
    // The parts become a text, and the text parts again.
    await drawer.getByText('Several keys, as text').click()
    const text = drawer.getByRole('textbox', { name: 'Several keys, as text' })
    await expect(text).toHaveValue('AKIDEXAMPLE|wJalrXUtnFEMI|eu-central-1')
    await drawer.getByText('Access keys', { exact: true }).click()
    await expect(drawer.getByLabel('Region')).toHaveValue('eu-central-1')
    await expect(text).toHaveCount(0)
    await close()
  })

  test('mappings and overrides are edited as rows or JSON, and unsaved ones are lost only after a confirmation', async () => {
    const name = 'By rows'
    const id = await server.addChannel(upstream.url, { name, models: 'gpt-4o' })
    const here = await open('en')
    const { page, close } = here
    await page.getByText(name, { exact: true }).click()
    const drawer = page.getByRole('dialog').filter({ hasText: name })
    await drawer.getByRole('button', { name: 'Add a model' }).click()
    await drawer.getByLabel('Requested model, row 1').fill('fast')
    await drawer.getByLabel('Upstream model, row 1').fill('gpt-4o-mini')
    const unlisted = drawer.getByText('1 mapped name is not in the models')
    await unlisted.waitFor()
    await drawer.getByRole('button', { name: 'Add to models' }).click()
    await unlisted.waitFor({ state: 'detached' })
    await drawer.getByText('Changes to requests').click()
    await drawer.getByRole('button', { name: 'Add an override' }).click()
    await drawer.getByLabel('Path, row 1').fill('temperature')
    await drawer.getByLabel('Value, row 1').fill('0.2')
    const view = drawer.getByRole('radiogroup', { name: 'Editor of “Parameter overrides”' })
    await view.getByText('JSON').click()
    const text = drawer.getByRole('textbox', { name: /^Parameter override/ })
    await expect(text).toHaveValue('{\n  "temperature": 0.2\n}')
    await text.fill('{"temperature":')
    await view.getByText('Rows').click()
    await drawer.getByText('This text is not a JSON object').waitFor()
    const override = { temperature: 0, operations: [{ mode: 'delete', path: 'stop' }] }
    await text.fill(JSON.stringify(override))
    await view.getByText('Rows').click()
    await expect(drawer.getByLabel('Path, row 2')).toHaveValue('stop')
    await expect(drawer.getByText('2 overrides')).toBeVisible()
    expect(await findFaults(here, 'channel-rows')).toEqual([])

    const question = page.getByRole('dialog').filter({ hasText: 'Discard' })
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await question.waitFor({ state: 'detached' })
    }
    await drawer.getByRole('button', { name: words.en.save }).click()
    await drawer.waitFor({ state: 'detached' })
    const saved = await api().get<Channel>(`/api/channel/${id}`)
    expect(saved.models).toBe('gpt-4o,fast')
    expect(JSON.parse(saved.model_mapping)).toEqual({ fast: 'gpt-4o-mini' })
    expect(JSON.parse(saved.param_override)).toEqual(override)

    await page.getByText(name, { exact: true }).click()
    await expect(drawer.getByLabel('Upstream model, row 1')).toHaveValue('gpt-4o-mini')
    await drawer.getByLabel('Upstream model, row 1').fill('gpt-4.1-mini')
    const leaveQuestion = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const dialog = await leaveQuestion
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reloaded
    await expect(drawer.getByLabel('Upstream model, row 1')).toHaveValue('gpt-4o-mini')
    await close()
  })

  test('the page with a finished sweep has no faults', { tag: twoLooks }, async ({
    look: { language, theme, device },
  }) => {
    await api().get('/api/channel/test')
    await expect.poll(async () => (await sweep('test')).state).not.toBe('running')
    const here = await open(language, theme, device)
    const { page, screenshot, close } = here
    await page.getByRole('region', { name: words[language].testAll }).waitFor()
    expect(await findFaults(here, 'channels')).toEqual([])
    await page.getByRole('button', { name: words[language].menu }).click()
    await page.getByRole('menuitem', { name: words[language].testAll, exact: true }).waitFor()
    await waitUntilSettled(page)
    await screenshot('channels-menu')
    await close()
  })

  test('each key of a channel with several is switched and deleted separately, and headers are edited as rows', {
    tag: twoLooks,
  }, async ({ look: { language, theme, device } }) => {
    const keyLabels = {
      en: {
        keys: 'Stored keys',
        use: 'Enable key',
        remove: 'Delete key',
        delete: 'Delete',
        off: 'Disabled',
        typed: 'Key',
        requests: 'Changes to requests',
        handling: 'Handling of calls',
        addHeader: 'Add a header',
        header: 'Header, row 1',
        value: 'Value, row 1',
        prompt: 'System prompt',
        fixed: 'follows from the connection',
        edit: 'Edit',
      },
      zh: {
        keys: '已保存的密钥',
        use: '启用密钥',
        remove: '删除密钥',
        delete: '删除',
        off: '已禁用',
        typed: '密钥',
        requests: '改写请求',
        handling: '调用处理',
        addHeader: '添加请求头',
        header: '请求头（第 1 行）',
        value: '值（第 1 行）',
        prompt: '系统提示词',
        fixed: '由连接或请求体决定',
        edit: '编辑',
      },
    }[language]
    const key = (letter: string) => `sk-one-of-several-keys-${letter.repeat(4)}`
    const more = {
      key: ['a', 'b', 'c'].map(key).join('\n'),
      multi_key_mode: 'random',
      models: 'gpt-4o',
    } as const
    const id = await server.addChannel(upstream.url, {
      name: 'Three keys',
      remark: 'Renewed in May',
      ...more,
    })
    const here = await openConsole(browser, { url: server.url, username: rootName, language, theme, device })
    const { page, screenshot, close } = here
    await page.goto(`/channel/edit/${id}`)
    const keys = page.getByRole('region', { name: keyLabels.keys })
    await expect(keys.getByRole('listitem')).toHaveCount(3)
    await keys.getByRole('switch', { name: `${keyLabels.use} 2` }).click()
    await expect(keys.getByRole('listitem').nth(1).getByText(keyLabels.off, { exact: true })).toBeVisible()
    await keys.getByRole('button', { name: `${keyLabels.remove} 1` }).click()
    await page.getByRole('dialog').getByRole('button', { name: keyLabels.delete, exact: true }).click()
    await expect(keys.getByRole('listitem')).toHaveCount(2)
    await expect(keys.getByRole('listitem').first()).toContainText('…bbbb')
    await waitUntilSettled(page)
    await screenshot('channel-keys')
    const drawer = page.getByRole('dialog').filter({ hasText: 'Three keys' })
    await drawer.getByRole('textbox', { name: keyLabels.typed }).fill(key('d'))
    await drawer.getByText(keyLabels.requests, { exact: true }).click()
    await drawer.getByText(keyLabels.handling, { exact: true }).click()
    await drawer.getByRole('button', { name: keyLabels.addHeader }).click()
    await drawer.getByLabel(keyLabels.header).fill('Host')
    await drawer.getByLabel(keyLabels.value).fill('{api_key}')
    await drawer.getByLabel(keyLabels.prompt).first().fill('Answer in rhymes.')
    await drawer.getByRole('button', { name: words[language].save, exact: true }).click()
    await drawer.getByText(keyLabels.fixed).waitFor()
    await waitUntilSettled(page)
    await screenshot('channel-headers')
    expect(await findFaults(here, 'channel-headers')).toEqual([])
    await drawer.getByLabel(keyLabels.header).fill('X-Team')
    await drawer.getByRole('button', { name: words[language].save, exact: true }).click()
    await drawer.waitFor({ state: 'detached' })
    const saved = await api().get<Channel>(`/api/channel/${id}`)
    expect(saved.channel_info).toMatchObject({ multi_key_size: 3, multi_key_status_list: { 0: 2 } })
    expect(JSON.parse(saved.header_override)).toEqual({ 'X-Team': '{api_key}' })
    expect(JSON.parse(saved.setting)).toMatchObject({ system_prompt: 'Answer in rhymes.' })
    await api().delete(`/api/channel/${id}`)
    await close()
  })

  test('a list of hundreds draws only the rows in view, and is filtered, sorted, ticked, deleted and restored', async () => {
    const keys = Array.from({ length: 300 }, (_, index) => `sk-crowd-${index}`).join('\n')
    const crowd = {
      type: 14,
      base_url: upstream.url,
      key: keys,
      groups: ['default'],
      models: 'claude-a,claude-b',
    }
    await api().post('/api/channel/', { ...crowd, name: 'Crowd', tag: 'crowd', weight: 3 })
    const count = async () => (await api().post<ChannelRows>('/api/channel/rows', { tag: 'crowd', page: 1 })).total
    for (const device of ['desktop', 'phone'] as const) {
      const { page, close } = await open('en', 'light', device)
      const isPhone = device === 'phone'
      const rows = isPhone ? page.locator('main li') : page.locator('.ant-table-row')
      await page.goto('/channel?page_size=5000&tag=crowd')
      await expect(page.getByText('300 results')).toBeVisible()
      // A window of 900 pixels has no room for more.
      await expect.poll(() => rows.count()).toBeLessThan(isPhone ? 60 : 40)
      await expect.poll(() => rows.count()).toBeGreaterThan(5)
      if (!isPhone) {
        await page.getByRole('columnheader', { name: 'Name' }).click()
        await expect.poll(() => new URL(page.url()).searchParams.get('sort_by')).toBe('name')
        await page.getByRole('columnheader', { name: 'Name' }).click()
        await expect.poll(() => new URL(page.url()).searchParams.get('sort_order')).toBe('asc')
        await expect(rows.first()).toContainText('Crowd')
        await page.getByRole('columnheader').getByRole('checkbox').check()
        await page.getByText('300 selected').waitFor()
        await page.getByRole('status').getByRole('button', { name: 'Delete selected' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await expect.poll(count).toBe(0)
        await page.getByRole('button', { name: 'Undo' }).click()
        await expect.poll(count).toBe(300)
        await expect(page.getByText('300 results')).toBeVisible()
      }
      await page.goto('/channel?page_size=5000&tag_mode=true&type=14')
      const tag = rows.filter({ hasText: 'crowd' })
      await expect(tag.getByRole('textbox', { name: 'Weight of crowd' })).toHaveValue('3')
      await expect(tag.getByText('300 channels')).toBeVisible()
      if (isPhone) {
        // On the desktop this column gives way to the column for ticking.
        await tag.getByRole('button', { name: '2 models' }).click()
        await page.locator('.ant-popover').getByText('claude-b').waitFor()
      }
      await close()
    }
    await api().post('/api/channel/tag/disabled', { tag: 'crowd' })
  })

  test('a row opens its sheet: a change is undone, and the doctor checks the channel as each client', {
    tag: twoLooks,
  }, async ({ look }) => {
    const labels = words[look.language]
    const id = ids.get('Azure relay, East') ?? 0
    const read = () => api().get<Channel>(`/api/channel/${id}`)
    const { remark } = await read()
    await api().put('/api/channel/', { id, remark: `opened in ${look.language}` })
    const here = await openConsole(browser, { url: server.url, username: rootName, ...look })
    const { page } = here
    if (look.device === 'phone') await page.goto(`/channel?open=${id}`)
    else {
      await page.goto('/channel')
      await page.locator('.ant-table-row', { hasText: 'Azure relay, East' }).locator('td').nth(2).click()
    }
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe(String(id))
    const undo = page.getByRole('button', { name: labels.undo }).first()
    await undo.waitFor()
    expect(await findFaults(here, 'channel-sheet')).toEqual([])
    await undo.click()
    await expect.poll(async () => (await read()).remark).toBe(remark)
    await page.getByRole('button', { name: labels.doctor, exact: true }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: labels.doctor })
    await dialog.getByRole('button', { name: labels.start, exact: true }).click()
    // Three models, each by four formats of clients.
    await dialog.getByText(/12 (of|\/) 12/).waitFor()
    expect(await findFaults(here, 'channel-doctor')).toEqual([])
    await here.close()
  })

  test('on a phone, channels are sorted and ticked, and the actions stay in view', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `sk-few-${index}`).join('\n')
    const few = { type: 14, base_url: upstream.url, key: keys, groups: ['default'], models: 'claude-a' }
    await api().post('/api/channel/', { ...few, name: 'Few', tag: 'few' })
    const disabled = async () => {
      const filters = { tag: 'few', status: 'disabled', page: 1 }
      return (await api().post<ChannelRows>('/api/channel/rows', filters)).total
    }
    const here = await open('en', 'light', 'phone')
    const { page, close } = here
    await page.goto('/channel?tag=few&page_size=50')
    await expect(page.getByText('30 results')).toBeVisible()
    await page.getByRole('combobox', { name: 'Sort by' }).click()
    await page.locator('.ant-select-item-option', { hasText: 'Name' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('sort_by')).toBe('name')
    await page.getByRole('button', { name: 'Descending; show ascending' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('sort_order')).toBe('asc')
    await waitUntilSettled(page)
    const cards = page.getByRole('list', { name: 'Channels' }).getByRole('listitem')
    const selectionBar = page.getByRole('status')
    // biome-ignore lint/plugin: its cards have been awaited.
    const topOfCard = async () => (await cards.nth(1).boundingBox())?.y
    const before = await topOfCard()
    await cards.first().getByRole('checkbox').check()
    await selectionBar.waitFor()
    // The cards do not move under the finger.
    expect(await topOfCard()).toBe(before)
    await cards.last().getByRole('checkbox').check()
    await expect(selectionBar).toContainText('2 selected')
    // The bar is in view where the last card was ticked.
    await expect(selectionBar).toBeInViewport()
    expect(await findFaults(here, 'channels-ticked')).toEqual([])
    await page.getByRole('checkbox', { name: 'Select all (30)' }).check()
    await expect(selectionBar).toContainText('30 selected')
    await selectionBar.getByRole('button', { name: 'Disable' }).click()
    await expect.poll(disabled).toBe(30)
    await page.getByRole('checkbox', { name: 'Select all (30)' }).uncheck()
    await expect(selectionBar).toHaveCount(0)
    await close()
    await api().post('/api/channel/tag/disabled', { tag: 'few' })
  })

  test('a refused field of a folded section is opened, focused and in view on a phone', async () => {
    const { page, close } = await open('en', 'light', 'phone')
    await page.goto(`/channel/edit/${ids.get('Pictures')}`)
    const dialog = page.getByRole('dialog')
    const section = dialog.locator('.ant-collapse-header').last()
    await section.click()
    await dialog.getByLabel('Proxy').fill('ftp://x')
    await section.click()
    await expect(section).toHaveAttribute('aria-expanded', 'false')
    await dialog.getByLabel('Name', { exact: true }).scrollIntoViewIfNeeded()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Proxy')).toBeFocused()
    await expect(dialog.getByLabel('Proxy')).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByText('Must be an address beginning with http')).toBeInViewport({ ratio: 1 })
    await close()
  })

  test('three hundred channels are tested without a refused request, and other pages stay usable', async () => {
    const labels = words.en
    const keys = Array.from({ length: 300 }, (_, index) => `sk-many-${index}`).join('\n')
    const many = { type: 1, name: 'Many', base_url: upstream.url, key: keys, groups: ['default'] }
    await api().post('/api/channel/', { ...many, models: 'gpt-4o' })
    const { page, close } = await open('en')
    const requests: string[] = []
    const refused: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      requests.push(pathname)
      if (response.status() === 429) refused.push(pathname)
    })
    await chooseMenuItem(page, labels.menu, labels.testAll)
    await page.getByRole('button', { name: labels.begin }).click()
    const strip = page.getByRole('region', { name: labels.testAll })
    await strip.getByText(/^(3\d\d) of \1/).waitFor({ timeout: 90_000 })
    await strip.getByText(labels.finished).waitFor()
    expect((await sweep('test')).total).toBeGreaterThanOrEqual(300)
    await waitUntilSettled(page)
    const countOf = (path: string) => requests.filter((request) => request === path).length
    // The list is loaded at the end and sometimes in between, not with each poll of the progress.
    expect(countOf('/api/channel/')).toBeLessThan(Math.max(3, countOf('/api/channel/test/progress')))
    await page.goto('/token')
    await waitUntilSettled(page)
    expect(refused).toEqual([])
    await close()
  })
})
