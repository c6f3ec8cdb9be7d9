// npm run picture: takes the picture of the README from a site with calls of two weeks, which this script writes. The
// same calls each time, up to now.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { quota } from '@sluice/contract/quota'
import { logType, roles } from '@sluice/contract/roles'
import { findChromium } from '../scripts/test-services.ts'
import { insertUsageRows } from '../server/src/ledger/test-accounts.ts'
import { insertReturningId } from '../server/src/store/dialects/writing.ts'
import { openDatabase, type Store } from '../server/src/store/open-database.ts'
import { newTestChannel } from '../server/src/store/test-channels.ts'
import { buildUsageRow } from '../server/src/store/usage-row.ts'
import { insertAccounts, password, rootName } from '../server/test/accounts.ts'
import { startServerProcess } from '../server/test/server-process.ts'
import { openConsole } from './harness/console-visit.ts'
import { waitUntilSettled } from './harness/page-rest.ts'

const output = join(import.meta.dir, '../docs/images/console.png')
const hourMs = 3_600_000
/** So long that the newest week has one before it. */
const hours = 15 * 24
const newestRows = 40

const customers = ['acme', 'bluebird', 'cedar', 'delta', 'elm', 'foxglove', 'granite', 'harbour']

/** Ratios are the default prices: 1 = $2 a million tokens. */
const models = [
  { name: 'claude-sonnet-4-5', channel: 'Anthropic', ratio: 1.5, completion: 5, share: 10 },
  { name: 'gpt-5.1', channel: 'OpenAI', ratio: 0.625, completion: 8, share: 8 },
  { name: 'gemini-2.5-pro', channel: 'Google', ratio: 0.625, completion: 8, share: 5 },
  { name: 'deepseek-chat', channel: 'DeepSeek', ratio: 0.14, completion: 1.5, share: 7 },
  { name: 'gpt-4o-mini', channel: 'OpenAI', ratio: 0.075, completion: 4, share: 4 },
] as const

/** Each model as often as its share. */
const calledModels = models.flatMap((model) => Array.from({ length: model.share }, () => model))

const folder = mkdtempSync(join(tmpdir(), 'sluice-picture-'))
try {
  const store = await openDatabase({ dsn: '', sqlitePath: join(folder, 'sluice.db'), poolMax: 1 })
  await insertAccounts(
    store,
    customers.map((username) => ({ username, role: roles.user, balance: 25_000_000 })),
  )
  await writeCalls(store)
  await store.close()
  await takePicture()
} finally {
  rmSync(folder, { recursive: true })
}
process.stdout.write(`written: ${output}\n`)

async function writeCalls(store: Store): Promise<void> {
  const channels = new Map<string, number>()
  for (const name of new Set(models.map(({ channel }) => channel))) {
    const served = models.filter(({ channel }) => channel === name).map((model) => model.name)
    const channel = newTestChannel({ name, models: served.join(','), status: 1 })
    channels.set(name, await insertReturningId(store.db, 'channels', channel))
  }
  const draw = createDraw()
  const now = Date.now()
  const rows = []
  for (let hour = 0; hour < hours; hour++) {
    // More calls by day than at night, and from week to week.
    const byDay = 10 + 14 * (1 - Math.cos((2 * Math.PI * hour) / 24)) * (0.7 + 0.6 * draw())
    const load = Math.round(byDay * (0.8 + (0.4 * hour) / hours))
    for (let at = 0; at < load; at++)
      rows.push(buildCall(draw, { channels, at: now - (hours - hour) * hourMs + draw() * hourMs }))
  }
  for (let at = 0; at < newestRows; at++) rows.push(buildCall(draw, { channels, at: now - at * 9_000 }))
  for (let first = 0; first < rows.length; first += 500) await insertUsageRows(store, rows.slice(first, first + 500))
}

function buildCall(draw: () => number, { channels, at }: { channels: ReadonlyMap<string, number>; at: number }) {
  const model = calledModels[Math.floor(draw() * calledModels.length)] ?? models[0]
  const customer = Math.floor(draw() ** 2 * customers.length)
  const username = customers[customer] ?? ''
  const prompt = Math.round(800 + 14_000 * draw() ** 3)
  const completion = Math.round(40 + 1_600 * draw() ** 2)
  const charge = quota(Math.ceil((prompt + completion * model.completion) * model.ratio))
  return buildUsageRow({
    user_id: customer + 1,
    created_at: Math.floor(at),
    type: logType.consume,
    username,
    token_id: customer + 1,
    token_name: 'production',
    channel_id: channels.get(model.channel) ?? 0,
    model_name: model.name,
    group_name: 'default',
    quota: charge,
    list_quota: charge,
    cost_quota: Math.floor(charge * 0.8),
    cost_known: 1,
    prompt_tokens: prompt,
    completion_tokens: completion,
    use_time_ms: Math.round(600 + completion * 11),
    is_stream: draw() < 0.8 ? 1 : 0,
    request_id: crypto.randomUUID(),
    detail: {
      model_ratio: model.ratio,
      completion_ratio: model.completion,
      group_ratio: 1,
      model_price: -1,
      frt: Math.round(300 + 500 * draw()),
    },
  })
}

/** Numbers from 0 to 1, the same in each run. */
function createDraw(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

async function takePicture(): Promise<void> {
  const found = findChromium()
  if (!('url' in found)) throw new Error(found.reason)
  const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const browser = await chromium.launch({ executablePath: found.url, args: ['--no-sandbox'] })
  try {
    const body = { username: rootName, password, confirmPassword: password }
    await fetch(`${server.url}/api/setup`, { method: 'POST', body: JSON.stringify(body) })
    const here = await openConsole(browser, { url: server.url, username: rootName, path: '/detail' })
    // A site with calls is set up; the steps of the set-up would take half of the picture.
    await here.page.getByRole('button', { name: 'Hide' }).click()
    await here.page.getByRole('combobox', { name: 'Time range' }).click()
    await here.page.getByTitle('7 days').click()
    await here.page.reload()
    await waitUntilSettled(here.page)
    await here.page.screenshot({ path: output })
    await here.close()
  } finally {
    await browser.close()
    await server.terminate()
  }
}
