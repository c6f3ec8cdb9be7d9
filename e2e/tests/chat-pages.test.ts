import type { Browser, Page } from '@playwright/test'
import { accounts } from '../../server/test/accounts.ts'
import { answerError, answerSse } from '../../server/test/answers.ts'
import { chatFrames, fakeOpenAi } from '../../server/test/fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from '../../server/test/fake-upstream.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { visit } from '../harness/browser.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { findButton } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'

// The playground, the chat frame and the chat redirect, in Chromium.

const answerParts = [
  '## Rivers\n\nThe **river** runs',
  ' through the gate, and `npm run sluice` opens it.\n\n',
  '| place | metres |\n|---|---|\n| source | 1200 |\n| mouth | 0 |\n\n',
  '```ts\nconst gate = open("river")\n// a line that is quite long, longer than any telephone is wide, and goes on and on\n```\n\n',
  '- one\n- two\n\n<script>window.hacked = true</script>\n\n',
  '![a map](https://img.example/map.png)\n\n[More](https://docs.example/rivers)',
]
const columns = ['Reach', 'Length', 'Gradient', 'Discharge', 'Catchment', 'Remarks']
/** More than a screen, with a table and code that are wider than a phone. */
const longParts = [
  ...Array.from({ length: 12 }, (_, index) => `Paragraph ${index}. ${'The river runs on. '.repeat(12)}\n\n`),
  `| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}\n| ${columns.map(() => 'uninterrupted').join(' | ')} |\n\n`,
  `\`\`\`ts\n${"const gate = open('river') // a line that is wider than any telephone is\n".repeat(8)}\`\`\`\n\n`,
  'The rest of it is',
]
const reasoning = 'The question is about a river.'

/** A model that thinks before it answers. */
const thinkingModel = (options: Parameters<typeof answerSse>[1] = {}) =>
  fakeChat((body) => {
    const isLong = JSON.stringify(body.messages).includes('at length')
    const answer = isLong ? { parts: longParts, finishReason: 'length' } : { parts: answerParts }
    const [head = '', ...rest] = chatFrames(body, answer)
    const thought = JSON.stringify({ choices: [{ index: 0, delta: { reasoning_content: reasoning } }] })
    return answerSse([head, thought, ...rest], options)
  })

const fakeChat =
  (buildAnswer: (body: Record<string, unknown>) => ReturnType<typeof answerSse>): ReturnType<typeof fakeOpenAi> =>
  (exchange) =>
    buildAnswer(exchange.request.json())(exchange)

test.describe('chatting in a browser', () => {
  let server: TestServer
  let upstream: FakeUpstream
  let browser: Browser
  let client: Bun.Server<unknown>
  const clientRequests: string[] = []

  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    upstream = await startFakeUpstream(thinkingModel())
    server = await startTestServer()
    await server.addChannel(upstream.url, {
      models: 'gpt-4o,gpt-4o-mini,claude-sonnet-4-5',
      groups: ['default', 'vip'],
    })
    await setOption('GroupRatio', '{"default":1,"vip":0.5}')
    await setOption('UserUsableGroups', '{"default":"Standard","vip":"Faster"}')
    client = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        clientRequests.push(request.url)
        return new Response('<!doctype html><html lang="en"><title>Client</title><h1>A chat client</h1></html>', {
          headers: { 'content-type': 'text/html' },
        })
      },
    })
  })
  test.afterEach(() => {
    upstream.answerWith(thinkingModel())
    upstream.requests.length = 0
    clientRequests.length = 0
  })
  test.afterAll(async () => {
    await server?.stop()
    await upstream?.close()
    await client?.stop(true)
  })

  const setOption = async (key: string, value: string) => {
    await server.api('root').put('/api/option/', { key, value })
  }

  const open = (look: Look = {}, username: string = accounts.user.username) =>
    openConsole(browser, { url: server.url, username, ...look })

  const composer = (page: Page) => page.locator('main form textarea:not([aria-hidden])')
  const ask = async (page: Page, text: string) => {
    await composer(page).fill(text)
    await composer(page).press('Enter')
  }
  const answers = (page: Page) => page.locator('article[aria-busy]')
  const completeAnswers = (page: Page) => page.locator('article[aria-busy=false]')
  /** The last request that the fake received. */
  const lastRequest = () => upstream.requests.at(-1)?.json() as { messages: { role: string; content: unknown }[] }

  async function findFaultsInLook(look: Look): Promise<string[]> {
    const here = await open(look)
    const { page, close } = here
    const found: string[] = []
    const check = async (state: string) => {
      found.push(...(await findFaults(here, state, { fits: ['main', 'section', 'aside'] })))
    }
    await page.goto('/playground333')
    await composer(page).waitFor()
    await check('playground-new')
    await ask(page, 'Where does the river run, at length?')
    await completeAnswers(page).getByText('$').first().waitFor()
    await check('playground-answer')
    if (look.device === 'phone') {
      await page.locator('main button[aria-expanded]').click()
      await page.getByRole('dialog').waitFor()
      await check('playground-panel')
      await page
        .getByRole('dialog')
        .locator('button')
        .filter({ hasText: /Compare|对比/ })
        .click()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    } else await page.getByRole('button', { name: /Compare|对比/ }).click()
    await ask(page, 'And then?')
    await completeAnswers(page)
      .nth(look.device === 'phone' ? 1 : 3)
      .getByText('$')
      .first()
      .waitFor()
    await check('playground-compare')
    if (look.device === 'phone') await page.locator('main button[aria-expanded]').click()
    await page.getByText(/^(Conversations|会话)$/).click()
    await page.locator('li button[aria-current=true]').waitFor()
    await check('playground-conversations')
    await page.goto('/chat')
    await page.locator('main [role=alert]').waitFor()
    await check('chat-not-set')
    await close()
    return found
  }

  test('the playground has no errors, accessibility violations or horizontal scrolling', {
    tag: twoLooks,
  }, async ({ look }) => {
    expect(await findFaultsInLook(look)).toEqual([])
  })

  const openPlayground = async (look: Look = {}) => {
    const here = await open(look)
    await here.page.goto('/playground')
    await here.page.waitForURL('**/playground333')
    await here.page.locator('article').first().waitFor()
    return here
  }

  test('an answer is announced to screen readers, priced from the log, and nothing in it runs or is loaded', async () => {
    const { page, close } = await openPlayground()
    await page.getByText('Example, not sent to the model').first().waitFor()
    const requestedHosts: string[] = []
    page.on('request', (request) => requestedHosts.push(new URL(request.url()).host))
    await ask(page, 'Where does the river run?')
    const answer = completeAnswers(page)
    // 100 in and 20 out at four times the price, at a ratio of 0.075: 13.5 quota, half away from zero.
    await answer.getByText('$0.000028').waitFor()
    await answer.getByText('100 → 20 tokens').waitFor()
    await answer.getByRole('heading', { name: 'Rivers' }).waitFor()
    await answer.getByRole('table').waitFor()
    await page.getByRole('status').filter({ hasText: 'gpt-4o-mini has answered' }).waitFor()
    await expect(page.getByText(reasoning)).toBeHidden()
    await page.locator('article summary').click()
    await page.getByText(reasoning).waitFor()
    await expect.poll(() => page.evaluate<boolean>('"hacked" in window')).toBe(false)
    const picture = page.getByRole('link', { name: 'Image: a map (opens at img.example)' })
    await expect(picture).toHaveAttribute('rel', /noopener/)
    expect(requestedHosts.every((host) => host === new URL(server.url).host)).toBe(true)
    // The request contains neither the sample texts nor limits that were not set.
    expect(lastRequest()).toMatchObject({ model: 'gpt-4o-mini', temperature: 0, stream: true })
    expect(lastRequest()).not.toHaveProperty('max_tokens')
    expect(lastRequest().messages.map(({ role }) => role)).toEqual(['system', 'user'])
    await close()
  })

  test("the panel's settings are sent: group, model, temperature, maximum, system prompt", async () => {
    const { page, close } = await openPlayground()
    const choose = async (label: string, text: string, option: RegExp) => {
      await page.getByRole('combobox', { name: label, exact: true }).click()
      if (text !== '') await page.keyboard.type(text)
      await page.locator('.ant-select-item-option').filter({ hasText: option, visible: true }).click()
    }
    await choose('Group', '', /^vip/)
    await page.getByRole('combobox', { name: 'Model', exact: true }).click()
    const models = page.locator('.ant-select-item-option').filter({ visible: true })
    // The server provides the list of the new group.
    await models.nth(2).waitFor()
    await expect(models).toHaveText(['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5'])
    await page.keyboard.press('Escape')
    await choose('Model', 'claude', /claude/)
    await page.getByRole('slider', { name: 'Temperature' }).focus()
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
    await page.getByLabel('Max output tokens').fill('77')
    await page.getByLabel('System prompt').fill('Answer in one word.')
    await ask(page, 'Hello there')
    await completeAnswers(page).getByText('→').waitFor()
    expect(lastRequest()).toMatchObject({ model: 'claude-sonnet-4-5', temperature: 0.5, max_tokens: 77 })
    expect(lastRequest()).not.toHaveProperty('group')
    expect(lastRequest().messages[0]).toEqual({ role: 'system', content: 'Answer in one word.' })
    const [row] = await server.logs('type=2')
    expect(row).toMatchObject({ token_name: 'playground-vip', group: 'vip' })
    await close()
  })

  test('Escape stops an answer, which is kept and charged for the delivered part', async () => {
    const gate = Promise.withResolvers<void>()
    const { page, close } = await openPlayground()
    upstream.answerWith(thinkingModel({ before: { 4: () => gate.promise } }))
    await ask(page, 'Where does the river run?')
    await answers(page).getByText('runs through the gate').waitFor()
    await page.getByRole('status').filter({ hasText: 'is answering' }).waitFor()
    await findButton(page, 'Stop').waitFor()
    await page.keyboard.press('Escape')
    await completeAnswers(page).getByText('Stopped').waitFor()
    gate.resolve()
    await completeAnswers(page).getByText('$').waitFor()
    const [row] = await server.logs('type=2')
    expect(JSON.parse(row?.other ?? '{}')).toMatchObject({ end: 'client_gone' })
    // Stored in this browser.
    await page.reload()
    await completeAnswers(page).getByText('runs through the gate').waitFor()
    await close()
  })

  const view = (page: Page) => page.locator('main section[tabindex]')
  /** How many pixels the view is away from the end of the messages. */
  const distanceFromEnd = (page: Page) =>
    page.evaluate<number>(
      `(({ scrollHeight, clientHeight, scrollTop }) => Math.round(scrollHeight - clientHeight - scrollTop))(
        document.querySelector('main section[tabindex]'))`,
    )
  const waitForTwoFrames = (page: Page) =>
    page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')

  test('the view follows an answer that grows faster than the view scrolls, until its reader scrolls up', async () => {
    const gate = Promise.withResolvers<void>()
    const { page, close } = await openPlayground()
    upstream.answerWith(thinkingModel({ before: { 14: () => gate.promise } }))
    // The scrolling element grows before the page is notified that it scrolled.
    await page.evaluate(`addEventListener('scroll', ({ target }) => {
      const more = Object.assign(document.createElement('div'), { id: 'more' })
      more.style.height = '600px'
      target.firstElementChild.append(more)
    }, { capture: true, once: true })`)
    await ask(page, 'Where does the river run, at length?')
    await page.getByText('Paragraph 11.').waitFor()
    await page.locator('#more').waitFor()
    const toEnd = findButton(page, 'Go to the latest message')
    await waitForTwoFrames(page)
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2)
    await expect(toEnd).toHaveCount(0)
    await view(page).hover()
    await page.mouse.wheel(0, -30)
    await toEnd.waitFor()
    gate.resolve()
    await completeAnswers(page).getByText('The rest of it is').waitFor()
    await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(100)
    await toEnd.click()
    await toEnd.waitFor({ state: 'detached' })
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2)
    await close()
  })

  test('an answer that reached the output limit is marked, and is continued', async () => {
    const { page, close } = await openPlayground()
    await ask(page, 'Where does the river run, at length?')
    const note = page.getByRole('note')
    await note.filter({ hasText: 'This answer is incomplete: it reached the output limit.' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'reached the output limit' }).waitFor()
    await findButton(page, 'Change the output limit').click()
    await page.locator('input:focus').and(page.getByLabel('Max output tokens')).waitFor()
    upstream.answerWith(fakeOpenAi({ parts: ['here.'] }))
    await findButton(page, 'Continue').click()
    await completeAnswers(page).getByText('here.').waitFor()
    expect(lastRequest().messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(lastRequest().messages[2]?.content).toBe(longParts.join(''))
    expect(lastRequest().messages[3]?.content).toBe('Continue exactly where your last answer ended.')
    // The next answer is complete. The first keeps its state, also after a reload.
    await expect(note).toHaveCount(1)
    await expect(findButton(page, 'Continue')).toHaveCount(0)
    await page.reload()
    await note.waitFor()
    await close()
  })

  test('a question that is sent while the models are loading waits for them, unless it is edited', async () => {
    const here = await open()
    const { page, close } = here
    const arrived = Promise.withResolvers<void>()
    await page.route('**/api/user/models*', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto('/playground333')
    await page.locator('article').first().waitFor()
    await ask(page, 'Where does the river')
    const sendButton = page.locator('main form button[type=submit]')
    await expect(sendButton).toHaveClass(/loading/)
    await page.keyboard.type(' run?')
    await expect(sendButton).not.toHaveClass(/loading/)
    await composer(page).press('Enter')
    await expect(sendButton).toHaveClass(/loading/)
    expect(upstream.requests).toHaveLength(0)
    arrived.resolve()
    await completeAnswers(page).getByText('runs through the gate').waitFor()
    expect(lastRequest().messages.at(-1)?.content).toBe('Where does the river run?')
    expect(upstream.requests).toHaveLength(1)
    await close()
  })

  test('on a phone a wide table scrolls by itself, and no button covers the messages', async () => {
    const { page, close } = await openPlayground({ device: 'phone' })
    await ask(page, 'Where does the river run, at length?')
    await page.getByRole('note').waitFor()
    const table = page.locator('article table')
    await table.waitFor()
    await expect
      .poll(() =>
        page.evaluate<boolean>(
          `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth < 390)(document.querySelector('article table'))`,
        ),
      )
      .toBe(true)
    const spaceBetween = async () => {
      const [settings, messages] = await Promise.all([
        findButton(page, /^Chat settings: /).boundingBox(),
        view(page).boundingBox(),
      ])
      return settings && messages ? settings.y - messages.y - messages.height : null
    }
    await expect.poll(spaceBetween).toBeGreaterThanOrEqual(0)
    await findButton(page, 'Change the output limit').click()
    await page.getByRole('dialog').locator('input:focus').and(page.getByLabel('Max output tokens')).waitFor()
    await close()
  })

  test('questions are edited, answers repeated and messages deleted, and clearing the context can be undone', async () => {
    const { page, close } = await openPlayground()
    const sentTexts = () => lastRequest().messages.map(({ content }) => content)
    upstream.answerWith(fakeOpenAi({ parts: ['First answer'] }))
    await composer(page).fill('One')
    await composer(page).press('Shift+Enter')
    await page.keyboard.type('line')
    await composer(page).press('Enter')
    await page.getByText('First answer').waitFor()
    expect(sentTexts()[1]).toBe('One\nline')

    upstream.answerWith(fakeOpenAi({ parts: ['Second answer'] }))
    await findButton(page, 'Answer again').click()
    await page.getByText('Second answer').waitFor()
    await expect(page.getByText('First answer')).toHaveCount(0)

    upstream.answerWith(fakeOpenAi({ parts: ['Third answer'] }))
    await findButton(page, 'Edit question').click()
    await page.getByRole('textbox', { name: 'Edit question' }).fill('Another')
    await findButton(page, 'Send again').click()
    await page.getByText('Third answer').waitFor()
    expect(sentTexts().slice(1)).toEqual(['Another'])

    await findButton(page, 'Delete').last().click()
    await expect(page.getByText('Third answer')).toHaveCount(0)
    await findButton(page, 'Clear context').click()
    await page.getByText('Start a conversation').waitFor()
    await findButton(page, 'Undo').click()
    await page.getByText('Another').waitFor()
    await findButton(page, 'Clear context').click()
    await page.getByText('Start a conversation').waitFor()
    await ask(page, 'Anew')
    await page.getByText('Third answer').waitFor()
    expect(sentTexts().slice(1)).toEqual(['Anew'])
    await close()
  })

  test('conversations stay in the browser: they are named, exported, deleted and opened after a reload', async () => {
    const { page, close } = await openPlayground()
    upstream.answerWith(fakeOpenAi({ parts: ['An answer'] }))
    const conversation = (name: string) => page.locator('li').getByRole('button', { name, exact: true })
    const act = async (name: string, action: string) => {
      await findButton(page, `Actions for “${name}”`).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await ask(page, 'Where is the source?')
    await completeAnswers(page).getByText('$').waitFor()
    await page.getByText('Conversations', { exact: true }).click()
    await findButton(page, 'New conversation').click()
    await page.getByText('Start a conversation').waitFor()
    await ask(page, 'Where is the moon?')
    await completeAnswers(page).getByText('$').waitFor()
    await act('Where is the source?', 'Rename')
    await page.getByRole('textbox', { name: 'Name of the conversation' }).fill('Rivers')
    await page.keyboard.press('Enter')
    await conversation('Rivers').waitFor()
    const saving = page.waitForEvent('download')
    await act('Rivers', 'Export as Markdown')
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Rivers.md')
    expect(await Bun.file(await saved.path()).text()).toContain('## You\n\nWhere is the source?')
    await act('Where is the moon?', 'Delete')
    await expect(conversation('Where is the moon?')).toHaveCount(0)
    await findButton(page, 'Undo').click()
    await conversation('Where is the moon?').waitFor()
    await page.reload()
    await completeAnswers(page).waitFor()
    await page.getByText('Conversations', { exact: true }).click()
    await expect(conversation('Where is the moon?')).toHaveAttribute('aria-current', 'true')
    await conversation('Rivers').click()
    await page.locator('article').getByText('Where is the source?').waitFor()
    await close()
  })

  test('two models answer the same question side by side', async () => {
    const { page, close } = await openPlayground()
    upstream.answerWith(fakeChat((body) => answerSse(chatFrames(body, { parts: [`I am ${body.model}`] }))))
    await findButton(page, 'Compare models').click()
    await ask(page, 'Who are you?')
    for (const model of ['gpt-4o-mini', 'gpt-4o'])
      await page
        .getByRole('region', { name: `Conversation with ${model}`, exact: true })
        .getByText(`I am ${model}`, { exact: true })
        .waitFor()
    await findButton(page, 'Close the conversation with gpt-4o-mini').click()
    await page.getByText('I am gpt-4o', { exact: true }).waitFor()
    await expect(page.getByText('I am gpt-4o-mini')).toHaveCount(0)
    await close()
  })

  test('pictures are attached, scaled down, sent and shown', async () => {
    const { page, close } = await openPlayground()
    const image = await page.evaluate<string>(`(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 1000 })
      canvas.getContext('2d').fillRect(0, 0, 3000, 1000)
      return canvas.toDataURL('image/png').split(',')[1]
    })()`)
    const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
    const picker = page.locator('input[type=file]')
    await picker.setInputFiles(file('broken.png', 'image/png', Buffer.from('no picture')))
    await page.getByText('This file is not a readable image').waitFor()
    await picker.setInputFiles(file('wide.png', 'image/png', Buffer.from(image, 'base64')))
    await page.getByRole('img', { name: 'Image 1' }).waitFor()
    await ask(page, 'What is it?')
    await completeAnswers(page).getByText('→').waitFor()
    const content = lastRequest().messages[1]?.content as { type: string; image_url?: { url: string } }[]
    expect(content.map(({ type }) => type)).toEqual(['text', 'image_url'])
    const url = content[1]?.image_url?.url ?? ''
    expect(url).toContain('data:image/jpeg;base64,')
    const size = () =>
      page.evaluate<number[]>(
        `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('article img'))`,
      )
    await expect.poll(size).toEqual([1568, 523])
    await close()
  })

  test("errors have the server's message, and an expired login leads to the login page", async () => {
    const { page, close } = await openPlayground({
      expectedErrors: [/status of 4\d\d/],
    })
    upstream.answerWith(answerError(429, 'slow down'))
    await ask(page, 'Hello')
    await page.getByRole('alert').filter({ hasText: 'at its limit' }).waitFor()
    await page.getByText('Request ID').waitFor()
    await setOption('SensitiveWords', 'forbidden')
    await ask(page, 'a forbidden word')
    await page.getByRole('alert').filter({ hasText: 'words that are not allowed here' }).waitFor()
    await setOption('SensitiveWords', '')
    await page.route('**/pg/chat/completions', (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'not_logged_in', message: 'Not logged in.' } } }),
    )
    await ask(page, 'Still there?')
    await page.waitForURL('**/login?expired=true&next=%2Fplayground333')
    await page.goto('/playground333?expired=true')
    await page.waitForURL('**/login?**')
    await close()
  })

  test('after an expired login the reader returns to the same place', async () => {
    const { page, close } = await open()
    await page.goto('/playground333?expired=true')
    await page.getByText('You are not logged in, or your login has expired. Log in again').waitFor()
    await close()
  })

  const chatUrl = () => `http://127.0.0.1:${client.port}`
  const setChats = () =>
    setOption(
      'Chats',
      JSON.stringify([{ Web: `${chatUrl()}/#/?key={key}&url={address}` }, { Desk: 'deskchat://add?key={key}' }]),
    )

  test("a chat client is shown in a frame with the reader's key, which other accounts cannot see", async () => {
    await setChats()
    const key = await server.makeToken('user', { name: 'for chat' })
    const here = await open()
    const { page, screenshot, close } = here
    const answer = await page.goto('/chat')
    expect(answer?.headers()['content-security-policy']).toContain(`frame-src ${chatUrl()};`)
    const frame = page.locator('iframe')
    await page.frameLocator('iframe').getByText('A chat client').waitFor()
    // biome-ignore lint/plugin: the frame shows its page already.
    const source = new URL((await frame.getAttribute('src')) ?? '')
    const parameters = new URLSearchParams(source.hash.slice(3))
    expect(parameters.get('key')).toMatch(/^sk-\w{48}$/)
    expect(parameters.get('url')).toBe(server.url)
    await expect(frame).toHaveAttribute('allow', 'camera; microphone; clipboard-write')
    await expect(frame).not.toHaveAttribute('sandbox', /allow-top-navigation/)
    await expect(page.locator('nav[aria-label="Console navigation"]')).toHaveCount(0)
    await expect.poll(() => page.url()).toBe(`${server.url}/chat`)
    expect(clientRequests.join()).not.toContain('sk-')
    expect(server.process.output()).not.toContain(parameters.get('key') ?? key)
    await screenshot('chat-frame')

    await page.goto('/chat/1')
    await page.getByText('Desk is an app on this device').waitFor()
    await expect(page.getByRole('link', { name: 'Open Desk' })).toHaveAttribute('href', /^deskchat:\/\/add\?key=sk-/)
    await screenshot('chat-program')
    await page.goto('/chat/7')
    await page.getByText('There is no such chat client').waitFor()
    await page.getByRole('button', { name: 'Back to API tokens' }).waitFor()
    expect(await findFaults(here, 'chat-unknown')).toEqual([])
    await close()
  })

  test('a chat link leads only to the client, and visitors log in first', async () => {
    await setChats()
    await server.makeToken('user')
    const guest = await visit(browser, { url: server.url })
    await guest.page.goto('/chat2link')
    await guest.page.waitForURL('**/login?next=**')
    await guest.page.goto('/chat')
    await guest.page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await guest.page.waitForURL('**/login?next=%2Fchat**')
    await guest.close()
    const { page, close } = await open()
    await page.goto('/chat2link')
    await page.getByText('A chat client').waitFor()
    await page.waitForURL((url) => url.href.startsWith(`${chatUrl()}/#/?key=sk-`))
    await close()
  })

  test('without a usable token there is no chat, but a link to the tokens', async () => {
    await setChats()
    const { page, close } = await open({}, accounts.admin.username)
    await page.goto('/chat/0')
    await page.getByText('No enabled token. Create or enable one first').first().waitFor()
    await page.waitForURL('**/token')
    await close()
  })

  test('an unreadable configuration is reported', async () => {
    const { page, close } = await open()
    await page.route('**/api/status', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object }
      await route.fulfill({ json: { ...body, data: { ...body.data, chats: 'broken' } } })
    })
    await page.goto('/chat')
    await page.getByRole('alert').filter({ hasText: 'chat link configuration is wrong' }).waitFor()
    await close()
  })

  test('a client opens from the menu of a token, with that token', async () => {
    await setChats()
    const key = await server.makeToken('user', { name: 'chatting' })
    const { page, context, close } = await open()
    await page.goto('/token')
    await findButton(page, 'More actions chatting').click()
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('menuitem', { name: 'Chat in Web' }).click(),
    ])
    await opened.getByText('A chat client').waitFor()
    await expect(opened).toHaveURL((url) => url.href.includes(`key=${key}&`))
    await close()
  })
})
