import type { Browser } from '@playwright/test'
import { answerJson } from '../../server/test/answers.ts'
import { type FakeUpstream, startFakeUpstream } from '../../server/test/fake-upstream.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { expect, test } from '../harness/test.ts'

const limitLabel = /^(Unfinished tasks|未完成任务数)/
const folded = /^(Limits and cost|限制与成本)/
const model = 'doubao-seedance-2-0-260128'

test.describe('videos in the task log', () => {
  let upstream: FakeUpstream
  let server: TestServer
  let browser: Browser
  let channelId: number
  const ends = new Map<string, object>()

  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    let count = 0
    upstream = await startFakeUpstream((exchange) => {
      const { method, path } = exchange.request
      const id = method === 'GET' ? (path.split('/').at(-1) ?? '') : `cgt-${++count}`
      return answerJson({ id, status: 'running', ...ends.get(id) })(exchange)
    })
    server = await startTestServer('SQLite', { OUTBOUND_ALLOW: new URL(upstream.url).host })
    const put = (key: string, value: string) => server.api('root').put('/api/option/', { key, value })
    await put('SecondPrice', JSON.stringify({ [model]: 0.1 }))
    channelId = await server.addChannel(upstream.url, { name: 'films, Frankfurt', type: 45, key: 'ark', models: model })
    ends.set('cgt-1', { status: 'succeeded', content: { video_url: `${upstream.url}/1.mp4` }, duration: 8 })
    ends.set('cgt-2', { status: 'failed', error: { code: 'x', message: 'The picture was not readable' } })
    const key = await server.makeToken('user')
    for (const prompt of ['a red kite above the cliffs', 'what may not be', 'hills that roll on'])
      await server.relay(key, '/v1/videos', { model, prompt, seconds: '8', size: '1280x720' })
  })
  test.afterAll(async () => {
    await server?.stop()
    await upstream?.close()
  })

  const open = (look: Look = {}) => {
    const client = server.api('root')
    return openConsole(browser, { url: server.url, username: client.user.username, client, ...look })
  }

  test('list and gallery have no errors, and play and end on any device', { tag: twoLooks }, async ({ look }) => {
    const here = await open(look)
    const { page } = here
    const found: string[] = []
    await page.goto('/task')
    await page.getByText('The picture was not readable').first().waitFor({ timeout: 30_000 })
    if (look.device !== 'phone') {
      // All filters stand in one row.
      const top = (name: string) =>
        page.evaluate<number>(`document.querySelector('[aria-label="${name}"]').getBoundingClientRect().top`)
      await expect.poll(async () => Math.abs((await top('Task ID')) - (await top('Platform')))).toBeLessThan(16)
    }
    // A failed task has no bar at 0 per cent.
    await expect(page.getByRole('progressbar', { name: /^(Failed|失败)$/ })).toHaveCount(0)
    await page.getByRole('link', { name: /^(Play|播放)$/ }).waitFor()
    await page.getByRole('button', { name: /^(End by hand|手动结束)/ }).waitFor()
    found.push(...(await findFaults(here, 'videos-list')))
    await page.locator('.ant-segmented-item').nth(1).click()
    await page.locator('article').first().waitFor()
    found.push(...(await findFaults(here, 'videos-gallery')))
    await here.close()
    expect(found).toEqual([])
  })

  test('limits of tasks are fields of channels and accounts', { tag: twoLooks }, async ({ look }) => {
    const here = await open(look)
    const { page } = here
    const found: string[] = []
    for (const [name, path] of [
      ['channel', `/channel/edit/${channelId}`],
      ['account', `/user/edit/${server.api('user').user.id}`],
    ] as const) {
      await page.goto(path)
      if (name === 'channel') await page.getByRole('button', { name: folded }).click()
      await page.getByLabel(limitLabel).first().scrollIntoViewIfNeeded()
      found.push(...(await findFaults(here, `${name}-form`)))
    }
    await here.close()
    expect(found).toEqual([])
  })
})
