import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setOptions, startTestApp, type TestApp } from './admin/test-app.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'sluice-model-pages-'))
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<html lang="en"><title>Sluice</title></html>')
  app = await startTestApp({ environment: { CONSOLE_DIR: folder } })
  const admin = await app.addUser({ role: 10 })
  const add = (models: string, group: string) => admin.post('/api/channel/', { name: group, key: 'k', models, group })
  await add('gpt-4o,no-price', 'default')
  await add('gpt-4o-mini,meta/a&b', 'vip')
  await add('gpt-4.1', 'hidden')
  await setOptions(app, { ModelRatio: '{"gpt-4o":1.25,"gpt-4o-mini":0.1,"meta/a&b":1,"gpt-4.1":1}' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const site = 'https://ai.example'
const readTitle = async (path: string) => /<title>(.*)<\/title>/.exec(await (await app.send(path)).text())?.[1]
const readMap = async () => {
  const answer = await app.send('/sitemap.xml')
  const found = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
  return { status: answer.status, cache: answer.headers.get('cache-control'), found }
}

test('the page of a model is served with its name and address', async () => {
  await setOptions(app, { ServerAddress: `${site}/` })
  const text = await (await app.send('/models/meta/a%26b')).text()
  expect(text).toContain('<title>meta/a&amp;b · ')
  expect(text).toContain('<meta name="description" content="meta/a&amp;b at ')
  expect(text).toContain(`<link rel="canonical" href="${site}/models/meta/a%26b" />`)
  expect(text).toContain(`<meta property="og:image" content="${site}/logo.png" />`)
})

test('the picture of a site below a path has the path once', async () => {
  const pictureOf = async (Logo: string) => {
    await setOptions(app, { ServerAddress: `${site}/ai`, Logo })
    return /"og:image" content="([^"]*)"/.exec(await (await app.send('/')).text())?.[1]
  }
  expect(await pictureOf('/ai/own.png')).toBe(`${site}/ai/own.png`)
  expect(await pictureOf('')).toBe(`${site}/ai/logo.png`)
})

test('models that visitors cannot read about have the head of the site', async () => {
  const plain = await readTitle('/login')
  for (const model of ['gpt-4.1', 'no-price', 'nothing', '50%']) expect(await readTitle(`/models/${model}`)).toBe(plain)
})

test('the map names the public pages', async () => {
  await setOptions(app, { ServerAddress: '' })
  expect((await readMap()).status).toBe(404)
  await setOptions(app, { ServerAddress: site })
  const { cache, found } = await readMap()
  expect(cache).toBe('public, max-age=3600')
  expect(found).toEqual(
    ['/', '/pricing', '/models/gpt-4o', '/models/gpt-4o-mini', '/models/meta/a%26b'].map((path) => site + path),
  )
})

test('where prices need a login, models are named nowhere', async () => {
  const nav = { pricing: { enabled: true, requireAuth: true } }
  await setOptions(app, { ServerAddress: site, HeaderNavModules: JSON.stringify(nav) })
  expect((await readMap()).found).toEqual([`${site}/`])
  expect(await readTitle('/models/gpt-4o')).toBe(await readTitle('/login'))
})
