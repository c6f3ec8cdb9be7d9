import type { Browser, Page } from '@playwright/test'
import { accounts } from '../../server/test/accounts.ts'
import { answerBytes, answerJson, answerSse } from '../../server/test/answers.ts'
import { chatFrames, type fakeOpenAi } from '../../server/test/fake-openai.ts'
import { startFakeUpstream } from '../../server/test/fake-upstream.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { findButton } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'

// What the playground does beyond plain chat: parameters, tools, columns, code, files.

const models = ['gpt-4o-mini', 'gpt-4o', 'gpt-5.1', 'claude-sonnet-4-5']
const mediaModels = ['gpt-image-1', 'tts-1', 'whisper-1', 'text-embedding-3-small']
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const richParts = [
  'The length is $L = \\int_a^b f(x)\\,dx$, or\n\n$$\nL = \\sqrt{a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9 + a_{10}}\n$$\n\n',
  '$\\href{javascript:alert(1)}{x}$ costs $5.\n\n',
  '```python\ndef length(f):\n    return sum(f) # all of it\n```\n',
]

const mediaAnswers: Readonly<Record<string, ReturnType<typeof fakeOpenAi>>> = {
  '/v1/images/generations': answerJson({
    created: 1,
    data: [{ b64_json: dot.split(',')[1] }, { url: 'https://img.example/a.png' }],
    usage: { input_tokens: 10, output_tokens: 100, total_tokens: 110 },
  }),
  '/v1/audio/speech': answerBytes(Buffer.alloc(2_000), { 'content-type': 'audio/mpeg' }),
  '/v1/audio/transcriptions': answerJson({ text: 'The river runs.' }),
  '/v1/embeddings': answerJson({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: Array.from({ length: 1_536 }, () => 0.25) }],
    usage: { prompt_tokens: 2, total_tokens: 2 },
  }),
}

/** Asks for a tool if it has one, draws if it is asked to, else writes formulas and code. */
const answer: ReturnType<typeof fakeOpenAi> = (exchange) => {
  const made = mediaAnswers[exchange.request.path]
  if (made) return made(exchange)
  const body = exchange.request.json()
  const asked = JSON.stringify(body.messages)
  const frame = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({
      object: 'chat.completion.chunk',
      model: body.model,
      choices: [{ index: 0, delta, finish_reason }],
    })
  if (body.tools && !asked.includes('"role":"tool"')) {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":' } }
    const rest = { index: 0, function: { arguments: '"Paris"}' } }
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
    return answerSse([
      frame({ role: 'assistant', tool_calls: [call] }),
      frame({ tool_calls: [rest] }),
      frame({}, 'tool_calls'),
      JSON.stringify({ object: 'chat.completion.chunk', model: body.model, choices: [], usage }),
      '[DONE]',
    ])(exchange)
  }
  const isDrawn = JSON.stringify((body.messages as object[]).at(-1)).includes('Draw')
  const [head = '', ...rest] = chatFrames(body, { parts: isDrawn ? ['Here it is.'] : richParts })
  const media = [
    frame({ images: [{ type: 'image_url', index: 0, image_url: { url: dot } }] }),
    frame({ audio: { id: 'a', data: Buffer.alloc(4_800).toString('base64') } }),
  ]
  return answerSse([head, ...(isDrawn ? media : []), ...rest])(exchange)
}

test.describe('the playground beyond chat', () => {
  const upstream = forTests(() => startFakeUpstream(answer))
  const server = forTests(startTestServer)
  let browser: Browser

  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    await server.addChannel(upstream.url, { models: [...models, ...mediaModels].join(',') })
  })
  test.afterEach(() => {
    upstream.requests.length = 0
  })

  const open = async (look: Look = {}) => {
    const here = await openConsole(browser, { url: server.url, username: accounts.user.username, ...look })
    await here.page.goto('/playground333')
    await here.page.locator('article').first().waitFor()
    return here
  }
  const composer = (page: Page) => page.locator('main form textarea:not([aria-hidden])')
  const ask = async (page: Page, text: string) => {
    await composer(page).fill(text)
    await composer(page).press('Enter')
  }
  const completeAnswers = (page: Page) => page.locator('article[aria-busy=false]')
  /** The answer number `index` (from 0) is written, and its charge is known. */
  const waitForCharge = (page: Page, index = 0) => completeAnswers(page).nth(index).getByText('$0.').waitFor()
  const lastRequest = () => upstream.requests.at(-1)?.json() ?? {}
  const withPanel = async (page: Page, look: Look, act: () => Promise<void>) => {
    if (look.device !== 'phone') return act()
    await page.locator('main button[aria-expanded]').click()
    await page.getByRole('dialog').waitFor()
    await act()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  const attached = [
    { name: 'speech.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(64) },
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
  ]

  test('no state has errors, accessibility violations or horizontal scrolling', { tag: twoLooks }, async ({ look }) => {
    const here = await open(look)
    const { page, close } = here
    const found: string[] = []
    const check = async (state: string) => {
      found.push(...(await findFaults(here, state, { fits: ['main', 'aside'] })))
    }
    await page.locator('input[type=file]').setInputFiles(attached)
    await page.getByText('notes.md').waitFor()
    await check('playground-files')
    await ask(page, 'Draw a river')
    await completeAnswers(page).locator('audio').waitFor()
    await waitForCharge(page)
    await check('playground-media')
    await ask(page, 'How long is a river?')
    await page.locator('.katex').first().waitFor()
    await page.locator('.hljs-keyword').first().waitFor()
    await waitForCharge(page, 1)
    await check('playground-formulas')
    await page.locator('main header button').first().click()
    await page.getByRole('dialog').getByText('YOUR_API_KEY').first().waitFor()
    await check('playground-code')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await withPanel(page, look, async () => {
      await page.locator('summary', { hasText: /More parameters|更多参数/ }).click()
      await page.getByRole('button', { name: /Add a tool|添加工具/ }).click()
      await check('playground-parameters')
      await page.getByRole('button', { name: /Compare models|并排对比/ }).click()
    })
    await ask(page, 'What is the weather?')
    await page
      .getByRole('button', { name: /Send the result|发送结果/ })
      .first()
      .waitFor()
    await waitForCharge(page, 2)
    await check('playground-tools')
    await close()
    expect(found).toEqual([])
  })

  test('formulas and code of an answer are drawn, and nothing in them runs', async () => {
    const { page, close } = await open()
    await ask(page, 'How long is a river?')
    await expect(page.locator('.katex')).toHaveCount(3)
    await expect(page.locator('article a[href^="javascript"]')).toHaveCount(0)
    await expect(page.locator('.hljs-keyword').first()).toHaveText('def')
    await completeAnswers(page).getByText('costs $5.').waitFor()
    await completeAnswers(page).getByText('ended by the model').waitFor()
    await close()
  })

  test('a repeated answer is a version, which stays after a reload', async () => {
    const { page, close } = await open()
    await ask(page, 'How long is a river?')
    await waitForCharge(page)
    await findButton(page, 'Answer again').click()
    await page.getByText('2/2').waitFor()
    await waitForCharge(page)
    await findButton(page, 'Previous version').click()
    await page.getByText('1/2').waitFor()
    await page.reload()
    await page.getByText('1/2').waitFor()
    await completeAnswers(page).getByRole('button', { name: 'Receipt' }).click()
    await page.getByText('sum verified').waitFor()
    await close()
  })

  test('parameters that were set are sent, and the model continues with the result of its tool', async () => {
    const { page, close } = await open()
    await page.locator('summary', { hasText: 'More parameters' }).click()
    await page.getByLabel('Seed').fill('7')
    await page.getByLabel('Structured output').fill('{"type":"object"}')
    await findButton(page, 'Add a tool').click()
    await ask(page, 'What is the weather?')
    await page.getByText('Calls get_weather').waitFor()
    expect(lastRequest()).toMatchObject({
      seed: 7,
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
      tools: [{ type: 'function', function: { name: 'get_weather' } }],
    })
    for (const name of ['top_p', 'stop', 'reasoning_effort', 'verbosity', 'max_tokens'])
      expect(lastRequest()).not.toHaveProperty(name)
    await page.locator('article').getByLabel('Result').fill('rain')
    await findButton(page, 'Send the result').click()
    await page.locator('.katex').first().waitFor()
    expect((lastRequest().messages as object[]).slice(-2)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'call_1', function: { arguments: '{"city":"Paris"}' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    ])
    await close()
  })

  test('the call behind an answer is shown as code, with a placeholder for the key', async () => {
    const { page, close } = await open()
    await ask(page, 'How long is a river?')
    await waitForCharge(page)
    await findButton(page, 'Code').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('"How long is a river?"').waitFor()
    for (const [name, text] of [
      ['Python', 'from openai import OpenAI'],
      ['TypeScript', "import OpenAI from 'openai'"],
      ['Anthropic', 'from anthropic import Anthropic'],
    ] as const) {
      await dialog.getByText(name, { exact: true }).click()
      await expect(dialog.locator('pre').last()).toContainText(text)
      await expect(dialog.locator('pre').last()).toContainText(server.url)
      await expect(dialog.locator('pre').last()).toContainText('YOUR_API_KEY')
    }
    await close()
  })

  test('four models answer one question, and their cost, time and length are compared', async () => {
    const { page, close } = await open()
    await findButton(page, 'Compare models').click()
    await findButton(page, 'Add a model').click()
    await findButton(page, 'Add a model').click()
    await expect(findButton(page, 'Add a model')).toBeDisabled()
    await ask(page, 'How long is a river?')
    for (const index of [0, 1, 2, 3]) await waitForCharge(page, index)
    expect(upstream.requests.map((request) => request.json().model).toSorted()).toEqual(models.toSorted())
    await expect(page.locator('dl [data-lowest=true]', { hasText: '$' })).toHaveCount(1)
    await close()
  })

  test('on a phone the models are shown one at a time', async () => {
    const look = { device: 'phone' } as const
    const { page, close } = await open(look)
    // The button of the settings says which model is asked.
    await expect(findButton(page, /^Chat settings: /)).toHaveText(/gpt|claude/)
    await withPanel(page, look, () => findButton(page, 'Compare models').click())
    await ask(page, 'How long is a river?')
    await waitForCharge(page)
    await expect(page.locator('main section[tabindex]')).toHaveCount(1)
    await page
      .getByText('claude-sonnet-4-5', { exact: true })
      .or(page.getByText('gpt-4o', { exact: true }))
      .first()
      .click()
    await waitForCharge(page)
    await close()
  })

  test('files are sent as parts of their kind, and pictures and sound of an answer are shown', async () => {
    const { page, close } = await open()
    await page
      .locator('input[type=file]')
      .setInputFiles([...attached, { name: 'archive.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') }])
    await page.getByText('Images, WAV and MP3 files, PDFs and text files can be attached').waitFor()
    await page.getByRole('note').filter({ hasText: 'does not name sound' }).waitFor()
    await ask(page, 'Draw what you hear')
    await completeAnswers(page).locator('audio').waitFor()
    await expect(completeAnswers(page).locator('img')).toHaveAttribute('src', dot)
    const [, question] = lastRequest().messages as { content: { type: string }[] }[]
    expect(question?.content.map(({ type }) => type)).toEqual(['text', 'input_audio', 'file', 'text'])
    await close()
  })

  const modeOf = async (page: Page, name: RegExp | string) => {
    await page
      .getByRole('radiogroup', { name: /What to do|用途/ })
      .getByText(name)
      .click()
    await page.locator('main form').waitFor()
  }
  /** The names of the modes and of their buttons, in both languages. */
  const forms = [
    { name: /^(Picture|图片)$/, send: /Make the picture|生成图片/ },
    { name: /^(Speech|语音)$/, send: /^(Speak|朗读)$/ },
    { name: /^(Transcribe|转写)$/, send: /^(Transcribe|转写)$/ },
    { name: /^(Embed|向量)$/, send: /^(Embed|生成向量)$/ },
  ]

  test('no mode has errors, accessibility violations or horizontal scrolling', { tag: twoLooks }, async ({ look }) => {
    const here = await open(look)
    const { page, close } = here
    const found: string[] = []
    for (const [index, { name, send }] of forms.entries()) {
      await modeOf(page, name)
      const text = page.locator('main form textarea:not([aria-hidden])')
      if (index === 2) await page.locator('main input[type=file]').setInputFiles(attached.slice(0, 1))
      else await text.fill('A river')
      await page.getByRole('button', { name: send }).click()
      await page.locator('main section footer').getByText('$').waitFor()
      found.push(...(await findFaults(here, `playground-mode-${index}`, { fits: ['main'] })))
    }
    await close()
    expect(found).toEqual([])
  })

  test('pictures, speech, transcripts and vectors are made, each with its receipt', async () => {
    const { page, close } = await open()
    const result = page.getByRole('region', { name: 'Result' })
    await modeOf(page, 'Picture')
    await page.getByLabel('Description of the picture').fill('A river')
    await page.getByLabel('Description of the picture').press('Control+Enter')
    await expect(result.locator('img')).toHaveAttribute('src', dot)
    await result.getByRole('link', { name: 'Image: untitled (opens at img.example)' }).waitFor()
    expect(lastRequest()).toMatchObject({ model: 'gpt-image-1', prompt: 'A river', n: 1 })
    await result.getByRole('button', { name: 'Receipt' }).click()
    await page.getByText('sum verified').waitFor()
    await modeOf(page, 'Speech')
    await page.getByLabel('Text to speak').fill('Hello')
    await findButton(page, 'Speak').click()
    await result.locator('audio[src^="blob:"]').waitFor()
    expect(lastRequest()).toMatchObject({ model: 'tts-1', input: 'Hello', voice: 'alloy' })
    await modeOf(page, 'Embed')
    await page.getByLabel('Text', { exact: true }).fill('Hello')
    await page.locator('main form button[type=submit]').click()
    await result.getByText('1,536 dimensions').waitFor()
    await modeOf(page, 'Transcribe')
    await page.locator('main input[type=file]').setInputFiles(attached.slice(0, 1))
    await page.locator('main form button[type=submit]').click()
    await result.getByText('The river runs.').waitFor()
    await page.reload()
    // The mode is in the address.
    await page.locator('main form').getByText('Choose a file').waitFor()
    await page.goto('/playground333?model=tts-1')
    await page.getByLabel('Text to speak').waitFor()
    await close()
  })
})
