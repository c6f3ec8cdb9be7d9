import type { Browser } from '@playwright/test'
import { answerJson } from '../../server/test/answers.ts'
import { startFakeTaskUpstream } from '../../server/test/fake-task-upstream.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the logs of tasks in a browser', () => {
  const upstream = forTests(startFakeTaskUpstream)
  const server = forTests(() =>
    startTestServer('SQLite', {
      UPDATE_TASK: 'false',
      OUTBOUND_ALLOW: new URL(upstream.url).host,
    }),
  )
  let browser: Browser

  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const put = (key: string, value: string) => server.api('root').put('/api/option/', { key, value })
    await put('ServerAddress', server.url)
    await put('MjNotifyEnabled', 'true')
    const models = 'mj_imagine,mj_upscale,suno_music,suno_lyrics'
    await server.addChannel(upstream.url, { name: 'drawing proxy, Frankfurt', type: 5, key: 'mj', models })
    await server.addChannel(upstream.url, { name: 'music', type: 36, key: 'suno', models })
    await addTasks(put)
  })

  /** Submits drawings of two accounts, which reach every state, and songs. */
  async function addTasks(put: (key: string, value: string) => Promise<unknown>): Promise<void> {
    const key = await server.makeToken('user')
    const submit = async (path: string, body: object, secret = key) =>
      (await (await server.relay(secret, path, body)).json()) as { result: string; data: string }
    const report = (body: object) =>
      fetch(String(upstream.submitted.at(-1)?.body.notifyHook), {
        method: 'POST',
        body: JSON.stringify(body),
      })
    const imageUrl = `${upstream.url}/pictures/1.png`
    const first = await submit('/mj/submit/imagine', {
      prompt: 'a river through a quiet town at dawn, long shadows,\nwatercolour --ar 3:2',
    })
    await report({ id: first.result, status: 'SUCCESS', progress: '100%', imageUrl, promptEn: 'a river' })
    await submit('/mj/submit/change', { taskId: first.result, action: 'UPSCALE', index: 1 })
    const running = await submit('/mj/submit/imagine', { prompt: 'hills' })
    await report({ id: running.result, status: 'IN_PROGRESS', progress: '46%', imageUrl })
    const failed = await submit('/mj/submit/imagine', { prompt: 'what may not be' })
    await report({
      id: failed.result,
      status: 'FAILURE',
      failReason: 'The prompt was refused:\nbanned words',
    })
    upstream.submitWith(answerJson({ code: 24, description: 'banned word', properties: {} }))
    await submit('/mj/submit/imagine', { prompt: 'another' })
    await submit('/mj/submit/imagine', { prompt: 'of the operator' }, await server.makeToken('root'))
    await put('MjNotifyEnabled', 'false')
    await submit('/suno/submit/music', { gpt_description_prompt: 'a slow song of the sea', title: 'Sea' })
    await submit('/suno/submit/lyrics', { prompt: 'of mountains' })
  }

  const open = (role: 'root' | 'user' = 'root', look: Look = {}) => {
    const client = server.api(role)
    return openConsole(browser, { url: server.url, username: client.user.username, client, ...look })
  }

  test('the logs have no errors, accessibility violations or horizontal scrolling', { tag: twoLooks }, async ({
    look,
  }) => {
    const here = await open('root', look)
    const found: string[] = []
    for (const [name, text] of [
      ['midjourney', 'hills'],
      ['task', 'of mountains'],
    ] as const) {
      await here.page.goto(`/${name}`)
      await here.page.getByText(text).first().waitFor()
      found.push(...(await findFaults(here, name)))
    }
    await here.close()
    expect(found).toEqual([])
  })

  test('a card shows user and channel, and has a bar only while the task runs', async () => {
    const here = await open('root', { device: 'phone' })
    const { page } = here
    await page.goto('/midjourney')
    const card = (prompt: string) => page.getByRole('listitem').filter({ hasText: prompt })
    const running = card('hills')
    await running.getByText('drawing proxy, Frankfurt #').waitFor()
    await running.getByText(server.api('user').user.username).waitFor()
    await running.getByRole('progressbar', { name: 'Running' }).waitFor()
    const failed = card('what may not be')
    await failed.getByText('Failed', { exact: true }).waitFor()
    await failed.getByText('Refunded').waitFor()
    await expect(failed.getByRole('progressbar')).toHaveCount(0)
    await here.close()
  })

  test('a picture, a reason and a prompt open in dialogs; filters are in the address', async () => {
    const here = await open()
    const { page } = here
    await page.goto('/midjourney')
    await page.getByText('Drawing callbacks are off').waitFor()
    await page.getByRole('button', { name: 'View' }).last().click()
    const picture = page.locator('[role=dialog] img')
    await picture.waitFor()
    await page.evaluate("document.querySelector('[role=dialog] img').decode()")
    await expect.poll(() => page.evaluate<number>("document.querySelector('[role=dialog] img').naturalWidth")).toBe(1)
    expect(await findFaults(here, 'picture')).toEqual([])
    await page.keyboard.press('Escape')
    await picture.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Failure reason: The prompt was refused' }).click()
    const reason = page.getByRole('dialog', { name: 'Failure reason' })
    await reason.getByText('banned words').waitFor()
    // The dialog grows to its width: the trial waits until the animation has ended.
    await reason.hover({ trial: true })
    await expect.poll(async () => (await reason.boundingBox())?.width).toBe(800)
    await here.screenshot('reason')
    await page.keyboard.press('Escape')
    await reason.waitFor({ state: 'hidden' })
    await page.getByRole('row').filter({ hasText: 'The prompt was refused' }).getByText('Refunded').waitFor()

    await page.getByRole('textbox', { name: 'Task ID' }).fill('task-1')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/midjourney?mj_id=task-1')
    await page.getByText('hills').waitFor({ state: 'hidden' })
    await expect(page.locator('.ant-table-row')).toHaveCount(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('hills').waitFor()
    await here.close()
  })

  test('an account sees its own tasks, without channels and names; a log that is switched off is not in the menu', async () => {
    const here = await open('user')
    const { page } = here
    await page.goto('/midjourney')
    await page.getByText('hills').waitFor()
    await expect(page.getByText('of the operator')).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: 'Channel' })).toHaveCount(0)
    await expect(page.getByText('Drawing callbacks are off')).toHaveCount(0)
    const side = page.getByRole('navigation', { name: 'Console navigation' })
    await side.getByRole('link', { name: 'Task log' }).click()
    await page.getByText('a slow song of the sea').waitFor()
    await here.close()

    for (const key of ['DrawingEnabled', 'TaskEnabled'])
      await server.api('root').put('/api/option/', { key, value: 'false' })
    const afterwards = await open('user')
    await afterwards.page.goto('/log')
    await afterwards.page.getByRole('link', { name: 'Usage log' }).first().waitFor()
    await expect(afterwards.page.getByRole('link', { name: 'Task log' })).toHaveCount(0)
    await expect(afterwards.page.getByRole('link', { name: 'Drawing log' })).toHaveCount(0)
    await afterwards.close()
  })
})
