import type { Browser, Locator } from '@playwright/test'
import type { OptionEntry, OptionWrite } from '@sluice/contract/option'
import { startTestGateway } from '../../server/test/test-gateway.ts'
import type { Visit } from '../harness/browser.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { expect, test } from '../harness/test.ts'

/** The page's texts, in its language. */
const texts = {
  en: {
    saved: 'Saved',
    nothing: 'No changes to save',
    conflict: 'Another administrator changed this in the meantime. Your input is kept: review it, then save again.',
    checkInput: 'Not saved: correct the marked fields',
    json: 'Not valid JSON',
    perUnit: 'Changing the quota per unit is not recommended',
    understood: 'I understand',
    chooseTime: 'Choose a time',
    clean: 'Delete',
    cleaned: '2 rows deleted',
    number: 'Enter a number',
    taken: 'The model name already exists',
    zero: 'Must be greater than 0: the output price is stored as a multiple of it',
    selectFirst: 'Select models first',
    bothRatios: 'Enter a model ratio and a completion ratio',
    fillValue: 'Enter a value',
    validNumber: 'Enter a number',
    noUnset: 'No models without a price',
    unsetFailed: 'The enabled models could not be loaded',
    rule: 'prompts over 1,000 tokens: price × 2',
    noCondition: 'Enter at least one condition',
    chatUrl: 'Client 1 needs a URL',
  },
  zh: {
    saved: '保存成功',
    nothing: '没有需要保存的修改',
    conflict: '其他管理员刚刚修改过这里。你填写的内容已保留，请核对后再次保存。',
    checkInput: '未保存，请修正标出的内容',
    json: '不是有效的 JSON',
    perUnit: '不建议修改单位额度',
    understood: '我知道了',
    chooseTime: '请选择时间',
    clean: '清理',
    cleaned: '已清理 2 条日志',
    number: '请输入数字',
    taken: '模型名称已存在',
    zero: '必须大于 0：输出价格按它的倍数保存',
    selectFirst: '请先选择模型',
    bothRatios: '请输入模型倍率和补全倍率',
    fillValue: '请输入要设置的值',
    validNumber: '请输入数字',
    noUnset: '没有未定价的模型',
    unsetFailed: '获取已启用的模型失败',
    rule: '提示词超过 1,000 token：价格 × 2',
    noCondition: '请至少填写一个条件',
    chatUrl: '第 1 个客户端缺少网址',
  },
} as const

/** Every card except the prices, so that each is checked once. */
const otherCards = [
  'general',
  'drawing',
  'sensitive',
  'logs',
  'dashboard',
  'monitoring',
  'quota',
  'chats',
  'groups',
  'groupPairs',
  'rules',
  'tools',
].map((id) => `#card-${id}`)

/** A write without the previous values that accompany it: most tests check the new values only. */
function withoutPreviousValues(body: OptionWrite | { options: OptionWrite[] }): unknown {
  if ('options' in body) return { options: body.options.map(withoutPreviousValues) }
  const { was: _, ...entry } = body
  return entry
}

interface OperationLook extends Look {
  /** The time that the clock of the page shows. */
  now?: Date
}

interface OperationVisit extends Visit {
  card(id: string): Locator
  control(key: string): Locator
  problem(key: string): Locator
  dialog: Locator
  save(id: string): Promise<void>
  /** Waits for a message at the top of the page. */
  waitForMessage(text: string): Promise<void>
  /** Bodies of `PUT /api/option…` since the last call. */
  written(): unknown[]
}

test.describe('the operation tab in a browser', () => {
  const models = 'gpt-4o,own-a-en,own-b-en,own-a-zh,own-b-zh'
  const gateway = forTests(() => startTestGateway({ channel: { name: 'main', models } }))
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
  })

  const stored = async (key: string): Promise<string> => {
    const options = await gateway.server.api('root').get<OptionEntry[]>('/api/option/')
    return options.find((option) => option.key === key)?.value ?? ''
  }
  const table = async (key: string): Promise<Record<string, number>> => JSON.parse(await stored(key))
  const store = (key: string, value: string) => gateway.server.api('root').put('/api/option/', { key, value })

  async function open(
    query: string,
    { now, ...look }: OperationLook = {},
    role: 'root' | 'admin' = 'root',
  ): Promise<OperationVisit> {
    const client = gateway.server.api(role)
    const { username } = client.user
    const visited = await openConsole(browser, { url: gateway.server.url, username, client, ...look })
    const { page } = visited
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/api/option/')) {
        bodies.push(withoutPreviousValues(request.postDataJSON()))
      }
    })
    if (now) await page.clock.setFixedTime(now)
    await page.goto(`/setting?tab=operation${query}`)
    await page.locator('#card-tools').waitFor()
    await waitUntilSettled(page)
    const card = (id: string) => page.locator(`#card-${id}`)
    return {
      ...visited,
      card,
      control: (key) => page.locator(`[id="option-${key.replaceAll('.', '_')}"]`),
      problem: (key) => page.locator(`[data-option="${key}"]`).getByRole('alert'),
      dialog: page.getByRole('dialog').last(),
      // The click waits until no save is in progress.
      save: (id) => card(id).locator('footer button[aria-busy="false"]').click(),
      waitForMessage: (text) => page.locator('.ant-message').getByText(text, { exact: true }).last().waitFor(),
      written: () => bodies.splice(0),
    }
  }

  // The behaviour is the same in both languages, so that each test reads the page in one of them.

  test('only changes are sent; a save without changes is reported', async () => {
    const language = 'en'
    const labels = texts[language]
    await store('RetryTimes', '2')
    const { save, waitForMessage, control, written, close } = await open('', { language })
    await control('RetryTimes').fill('3')
    await control('DefaultCollapseSidebar').click()
    await save('general')
    await waitForMessage(labels.saved)
    expect(written()).toEqual([
      { key: 'RetryTimes', value: '3' },
      { key: 'DefaultCollapseSidebar', value: String(language === 'en') },
    ])
    await save('general')
    await waitForMessage(labels.nothing)
    expect(await stored('RetryTimes')).toBe('3')
    await close()
  })

  test('a fault is reported at its field, and nothing is sent', async () => {
    const language = 'zh'
    const labels = texts[language]
    const visited = await open('&prices=model', { language })
    const { save, waitForMessage, control, problem, card, page, written, close } = visited
    await control('RetryTimes').fill('21')
    await control('DataExportInterval').fill('0')
    await control('DataExportInterval').blur()
    await problem('DataExportInterval').waitFor()
    await save('dashboard')
    await waitForMessage(labels.checkInput)

    await control('CacheRatio').fill('{"a":')
    await control('CacheRatio').blur()
    await expect(problem('CacheRatio')).toHaveText(labels.json)
    await save('prices')
    await waitForMessage(labels.checkInput)
    await control('CacheRatio').fill('{"a":-1}')
    await control('CacheRatio').blur()
    await expect(problem('CacheRatio')).toContainText('a')

    await card('chats').locator('button').last().waitFor()
    const rows = card('chats').getByRole('listitem')
    // biome-ignore lint/plugin: the card is there, and with it the rows of its option.
    const before = await rows.count()
    await card('chats').locator('button:has(.anticon-plus)').click()
    await rows.nth(before).locator('input').first().fill('Client')
    await save('chats')
    await waitForMessage(labels.checkInput)
    if (before === 0) await card('chats').getByText(labels.chatUrl).waitFor()
    expect(written()).toEqual([])
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(2)
    await close()
  })

  test('changing the quota per unit shows a warning; amounts are typed in currency', async () => {
    const language = 'en'
    const labels = texts[language]
    await store('QuotaForNewUser', '0')
    const { page, control, save, waitForMessage, written, close } = await open('', { language })
    await control('QuotaPerUnit').click()
    await page.getByRole('dialog', { name: labels.perUnit }).waitFor()
    await page.getByRole('button', { name: labels.understood }).click()
    // The dialog keeps the focus until it has closed.
    await page.getByRole('dialog', { name: labels.perUnit }).waitFor({ state: 'hidden' })
    // The focus is back in the field: another click only moves the cursor.
    await control('QuotaPerUnit').click()
    await expect(page.getByRole('dialog', { name: labels.perUnit })).toHaveCount(0)
    await control('RetryTimes').click()
    await control('QuotaPerUnit').click()
    await page.getByRole('button', { name: labels.understood }).click()
    await page.getByRole('dialog', { name: labels.perUnit }).waitFor({ state: 'hidden' })
    await control('QuotaForNewUser').fill('2.5')
    await page.getByText('1,250,000').waitFor()
    await save('quota')
    await waitForMessage(labels.saved)
    expect(written()).toEqual([{ key: 'QuotaForNewUser', value: '1250000' }])
    await close()
  })

  test('groups are edited as one table of two options', async () => {
    const language = 'zh'
    const labels = texts[language]
    await store('GroupRatio', '{"default":1,"vip":1}')
    await store('UserUsableGroups', '{"default":"all"}')
    const { card, save, waitForMessage, written, close } = await open('', { language })
    const groups = card('groups')
    const ratio = groups.locator('li', { hasText: 'vip' }).locator('input').first()
    await ratio.fill('cheap')
    await save('groups')
    await waitForMessage(labels.checkInput)
    await ratio.fill('0.5')
    // The text counts although the field still has the focus.
    await save('groups')
    await waitForMessage(labels.saved)
    const [write] = written() as OptionEntry[]
    expect([write?.key, JSON.parse(write?.value ?? '')]).toEqual(['GroupRatio', { default: 1, vip: 0.5 }])

    const adder = groups.locator('input').last()
    await adder.fill('vip')
    await adder.press('Enter')
    await groups.getByRole('alert').waitFor()
    await adder.fill('partners')
    await adder.press('Enter')
    const line = groups.locator('li', { hasText: 'partners' })
    await line.getByRole('switch').click()
    await line.locator('input').last().fill('Our partners')
    await save('groups')
    // The message of the first save may still be shown.
    await expect.poll(() => table('GroupRatio')).toEqual({ default: 1, vip: 0.5, partners: 1 })
    await expect
      .poll(async () => JSON.parse(await stored('UserUsableGroups')))
      .toEqual({ default: 'all', partners: 'Our partners' })
    await close()
  })

  test('prices are edited in a table and saved together, all or none', async () => {
    const language = 'en'
    const labels = texts[language]
    await store('ModelPrice', '{"by-call":0.1}')
    await store('ModelRatio', '{"gpt-4o":1.25,"old":1,"kept":1}')
    await store('CompletionRatio', '{"gpt-4o":4}')
    const { page, card, dialog, save, waitForMessage, written, close } = await open('&prices=visual', { language })
    const prices = card('prices')
    const row = (name: string) => prices.locator('.ant-table-row', { hasText: name })
    const field = (name: string, index: number) => row(name).locator('input').nth(index)

    await expect(field('by-call', 1)).toBeDisabled()
    await field('gpt-4o', 1).fill('cheap')
    await field('gpt-4o', 1).press('Enter')
    await page.getByText(labels.number, { exact: true }).waitFor()
    await field('gpt-4o', 1).fill('2')
    await field('gpt-4o', 1).press('Enter')
    await row('gpt-4o').getByText('$4.00 / $16.00').waitFor()

    await row('old').getByRole('button').last().click()
    await row('kept').getByRole('button').last().click()
    await row('kept').getByRole('button').last().click()

    await prices.locator('button:has(.anticon-plus)').click()
    await dialog.locator('input').first().fill('gpt-4o')
    await dialog.locator('.ant-btn-primary').click()
    await dialog.getByText(labels.taken, { exact: true }).waitFor()
    await dialog.locator('#name').fill('new-model')
    await dialog.locator('#by label').last().click()
    await dialog.locator('#inputDollars').fill('0')
    await dialog.locator('.ant-btn-primary').click()
    await dialog.getByText(labels.zero, { exact: true }).waitFor()
    await dialog.locator('#inputDollars').fill('3')
    await dialog.locator('#outputDollars').fill('15')
    await dialog.locator('.ant-btn-primary').click()
    await row('new-model').getByText('$3.00 / $15.00').waitFor()
    await dialog.waitFor({ state: 'hidden' })

    await row('gpt-4o').getByRole('button').first().click()
    await expect(dialog.locator('#name')).toBeDisabled()
    await dialog.locator('#kind label').last().click()
    await dialog.locator('#price').fill('0.2')
    await dialog.locator('.ant-btn-primary').click()
    await dialog.waitFor({ state: 'hidden' })

    await save('prices')
    await waitForMessage(labels.saved)
    const bodies = written() as { options: OptionEntry[] }[]
    expect(bodies).toHaveLength(1)
    expect(bodies[0]?.options.map(({ key, value }) => [key, JSON.parse(value)])).toEqual([
      ['ModelPrice', { 'by-call': 0.1, 'gpt-4o': 0.2 }],
      ['ModelRatio', { kept: 1, 'new-model': 1.5 }],
      ['CompletionRatio', { 'new-model': 5 }],
    ])
    expect(await table('ModelRatio')).toEqual({ kept: 1, 'new-model': 1.5 })
    await save('prices')
    await waitForMessage(labels.nothing)
    await close()
  })

  test('models without a price get one in a batch, and leave the list', async () => {
    const language = 'zh'
    const labels = texts[language]
    await store('ModelPrice', '{}')
    await store('ModelRatio', '{"gpt-4o":1.25}')
    const { page, card, dialog, save, waitForMessage, close } = await open('&prices=unset_models', { language })
    const prices = card('prices')
    const batchButton = prices.locator('search button').last()
    await batchButton.click()
    await waitForMessage(labels.selectFirst)

    await prices.locator('thead').getByRole('checkbox').click()
    const own = prices.locator('.ant-table-row')
    await expect(own).toHaveCount(4)
    await prices.locator('[role=status] .ant-btn-primary').click()
    await dialog.locator('.ant-btn-primary').click()
    await dialog.getByText(labels.fillValue).waitFor()
    await dialog.locator('#type label').last().click()
    await dialog.locator('#value').fill('0.5')
    await dialog.locator('.ant-btn-primary').click()
    await dialog.getByText(labels.bothRatios).waitFor()
    await dialog.locator('#completionRatio').fill('four')
    await dialog.locator('.ant-btn-primary').click()
    await dialog.getByText(labels.validNumber).waitFor()
    await dialog.locator('#completionRatio').fill('4')
    await dialog.locator('.ant-btn-primary').click()
    await prices.getByText(labels.noUnset).waitFor()
    await save('prices')
    await waitForMessage(labels.saved)
    expect(await table('ModelRatio')).toMatchObject({ 'gpt-4o': 1.25, 'own-a-en': 0.5, 'own-b-zh': 0.5 })
    await page.reload()
    await prices.getByText(labels.noUnset).waitFor()
    await close()
  })

  test('price tables start with ten rows, and a list that cannot be loaded is reported', async () => {
    const language = 'en'
    const labels = texts[language]
    const models = Array.from({ length: 12 }, (_, index) => [`model-${index}`, 1])
    await store('ModelRatio', JSON.stringify(Object.fromEntries(models)))
    const { page, card, close } = await open('', { language })
    await page.evaluate(`localStorage.setItem('page-size', '100')`)
    await page.goto('/setting?prices=visual')
    const prices = card('prices')
    await prices.locator('.ant-pagination-options').getByText(/^10\b/).waitFor()
    await expect(prices.locator('.ant-table-row')).toHaveCount(10)
    // Changing a list's state in the address does not scroll the page to its top.
    await prices.getByRole('tab').nth(2).click()
    await prices.locator('[role=tab][aria-selected=true]').and(prices.getByRole('tab').nth(2)).waitFor()
    await page.waitForURL('**/setting?prices=unset_models')
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(1000)
    const refusal = { json: { success: false, message: 'away', data: null } }
    await page.route('**/api/option/unset_models', (route) => route.fulfill(refusal))
    await page.goto('/setting?prices=unset_models')
    await prices.getByRole('alert').getByText(labels.unsetFailed).waitFor()
    await close()
    await store('ModelRatio', '{"gpt-4o":1.25}')
  })

  test('a rule is edited in a form and described as a sentence', async () => {
    const language = 'zh'
    const labels = texts[language]
    await store('PriceRules', '{}')
    const { card, dialog, save, waitForMessage, close } = await open('', { language })
    await card('rules').locator('button:has(.anticon-plus)').first().click()
    await dialog.locator('[id$="_model"]').fill('gpt-4o')
    await dialog.locator('.ant-btn-primary').click()
    await dialog.getByText(labels.noCondition).waitFor()
    await dialog.locator('[id$="_rules_0_inputOver"]').fill('1000')
    await dialog.locator('[id$="_rules_0_set_factor"]').fill('2')
    await dialog.getByText(labels.rule).waitFor()
    await dialog.locator('.ant-btn-primary').click()
    await card('rules').locator('.ant-table-row').getByText(labels.rule).waitFor()
    await save('rules')
    await waitForMessage(labels.saved)
    expect(JSON.parse(await stored('PriceRules'))).toEqual({
      'gpt-4o': [{ when: { input_over: 1000 }, set: { factor: 2 } }],
    })
    await store('PriceRules', '{}')
    await close()
  })

  test('tens of thousands of words are edited in parts, and saved as a whole', async () => {
    const language = 'en'
    const words = Array.from({ length: 20_000 }, (_, index) => `word-${index}`)
    await store('SensitiveWords', words.join('\n'))
    const { page, card, save, waitForMessage, close } = await open('', { language })
    const box = page.locator('#option-SensitiveWords')
    await expect(box).toHaveValue(words.slice(0, 500).join('\n'))
    await card('sensitive').getByRole('button', { name: 'Next lines' }).click()
    await card('sensitive').getByText('Lines 501 to 1,000 of 20,000').waitFor()
    const find = card('sensitive').getByRole('searchbox', { name: 'Find in all lines' })
    await find.fill('WORD-12345')
    await find.press('Enter')
    await card('sensitive').getByText('Lines 12,346 to 12,845 of 20,000').waitFor()
    // The result is selected, so that typing replaces it.
    await page.keyboard.type('another\nword')
    await expect(box).toHaveValue(/^another\nword\nword-12346\n/)
    await save('sensitive')
    await waitForMessage(texts[language].saved)
    const saved = (await stored('SensitiveWords')).split('\n')
    expect(saved).toEqual([...words.slice(0, 12_345), 'another', 'word', ...words.slice(12_346)])
    await store('SensitiveWords', '')
    await close()
  })

  test('old logs are deleted after a confirmation with the time', async () => {
    const language = 'en'
    const labels = texts[language]
    await gateway.server.api('root').delete('/api/log/?target_timestamp=4000000000')
    const key = await gateway.server.makeToken('user')
    // Refused calls: their rows cost nothing, so the books still balance without them.
    const call = () =>
      gateway.server.relay(key, '/v1/chat/completions', {
        model: 'no-such-model',
        messages: [{ role: 'user', content: 'hi' }],
      })
    await Promise.all([call(), call()])
    // Rows of refused calls are written after the answer.
    await expect.poll(async () => (await gateway.server.logs()).length).toBe(2)

    // Three months from now, today's rows are older than a month.
    const today = new Date()
    const later = new Date(today.getFullYear(), today.getMonth() + 3, 15, 12, 34, 56)
    const { page, card, waitForMessage, dialog, close } = await open('', { language, now: later })
    const logs = card('logs')
    const time = logs.locator('.ant-picker input')
    const month = new Date(later.getFullYear(), later.getMonth() - 1, 15)
    const monthAgo = `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}-15 12:34`
    await expect(time).toHaveValue(monthAgo)
    await logs.locator('.ant-picker').hover()
    await logs.locator('.ant-picker-clear').click()
    await logs.locator('.ant-btn-dangerous').click()
    await waitForMessage(labels.chooseTime)
    await page.reload()
    await logs.locator('.ant-btn-dangerous').click()
    await dialog.getByText(`${monthAgo}:00`).last().waitFor()
    await dialog.getByRole('button').first().click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await gateway.server.logs()).toHaveLength(2)
    await logs.locator('.ant-btn-dangerous').click()
    await dialog.getByRole('button', { name: labels.clean, exact: true }).click()
    await waitForMessage(labels.cleaned)
    expect(await gateway.server.logs()).toEqual([])
    await close()
  })

  test('every card, editor and dialog has no accessibility violations or horizontal scrolling', {
    tag: twoLooks,
  }, async ({ look }) => {
    await store('ModelPrice', '{"by-call":0.1}')
    await store('ModelRatio', '{"gpt-4o":1.25,"a-model-with-a-name-that-is-longer-than-any-column":0.123456789}')
    await store('CompletionRatio', '{}')
    await store('GroupGroupRatio', '{"vip":{"default":0.5}}')
    await store(
      'Chats',
      '[{"Client":"https://chat.example.com/?key={key}&url={address}"},{"Plain":"https://a.example"}]',
    )
    const visited = await open('&prices=visual', look)
    const { page, card, dialog, close } = visited
    const faults: string[] = []
    const checkDialog = async (opener: Locator, name = 'dialog') => {
      await opener.click()
      await dialog.waitFor()
      faults.push(...(await findFaults(visited, name)))
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
    const addButton = (id: string) => card(id).locator('button:has(.anticon-plus)').first()
    await checkDialog(addButton('prices'), 'price')
    await checkDialog(addButton('rules'), 'rules')
    await card('prices').locator('input[aria-label*="by-call"]').first().fill('x')
    await card('prices').locator('input[aria-label*="by-call"]').first().blur()
    await page.getByRole('tooltip').waitFor()
    await card('groups').locator('.ant-segmented-item').last().click()
    faults.push(...(await findFaults(visited, 'operation')))
    for (const tab of ['unset_models', 'defaults', 'model']) {
      await page.goto(`/setting?tab=operation&prices=${tab}`)
      await card('tools').waitFor()
      faults.push(...(await findFaults(visited, `prices-${tab}`, { exclude: otherCards })))
    }
    await checkDialog(card('prices').locator('.ant-btn-dangerous').first(), 'reset')
    expect(faults).toEqual([])
    await close()
  })

  test('entries of two administrators who save at once are both kept, and the second one is notified', async () => {
    await store('ModelRatio', '{"mine":1,"theirs":1,"gone":1}')
    await store('RetryTimes', '2')
    const { page, card, control, problem, save, waitForMessage, close } = await open('&prices=visual&keyword=mine', {
      expectedErrors: [/409/],
    })
    const ratio = page.getByLabel('Model ratio of mine', { exact: true })
    await ratio.fill('3')
    await ratio.press('Enter')
    await store('ModelRatio', '{"mine":1,"theirs":2}')
    await save('prices')
    await waitForMessage(texts.en.conflict)
    // The next save contains the other version with the change of this page.
    await card('prices').getByText('1 model changed. Save to apply').waitFor()
    await save('prices')
    await waitForMessage(texts.en.saved)
    expect(await table('ModelRatio')).toEqual({ mine: 3, theirs: 2 })

    await control('RetryTimes').fill('5')
    await store('RetryTimes', '4')
    await save('general')
    await problem('RetryTimes').getByText('undo to take theirs').waitFor()
    await page.locator('[data-option="RetryTimes"]').getByRole('button', { name: 'Undo' }).click()
    await expect(control('RetryTimes')).toHaveValue('4')
    await close()
  })

  test('default prices are shown in dollars and applied to models', async () => {
    await store('ModelPrice', '{}')
    await store('ModelRatio', '{"gpt-4o":2,"mine":1}')
    await store('CompletionRatio', '{"gpt-4o":4}')
    const { page, card, waitForMessage, close } = await open('&prices=defaults&keyword=gpt-4o-2024-05-13')
    const prices = card('prices')
    await prices.locator('.ant-table-row').getByText('$5.00').waitFor()
    await prices.locator('.ant-table-row').getByRole('checkbox').click()
    await prices.locator('[role=status] .ant-btn-primary').click()
    await page.getByRole('dialog').getByRole('button').last().click()
    await waitForMessage('Price of 1 model updated')
    await prices.getByText('No model matches').waitFor()
    expect(await table('ModelRatio')).toEqual({ 'gpt-4o': 2, mine: 1, 'gpt-4o-2024-05-13': 2.5 })
    await close()
  })

  test('an administrator cannot delete logs or start the demonstration', async () => {
    const { card, control, close } = await open('', {}, 'admin')
    await expect(card('logs').locator('.ant-btn-dangerous')).toBeDisabled()
    await expect(control('DemoSiteEnabled')).toBeDisabled()
    await expect(control('SelfUseModeEnabled')).toBeEnabled()
    await close()
  })
})
