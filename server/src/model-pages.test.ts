import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guideChapters } from '@sluice/contract/guide-chapters'
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
const docs = ['/docs', ...guideChapters.map((chapter) => `/docs/${chapter}`)]
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
  for (const model of ['gpt-4.1', 'no-price', 'nothing', '50%']) {
    expect(await readTitle(`/models/${model}`)).toBe(plain)
    expect((await app.send(`/models/${model}`)).status).toBe(404)
  }
  for (const path of ['/models/gpt-4o', '/models/meta/a%26b', '/models', '/login'])
    expect({ path, status: (await app.send(path)).status }).toEqual({ path, status: 200 })
})

test('a removed model is a 404, and a list that only accounts may read does not reveal its models', async () => {
  const statusOf = async () => (await app.send('/models/gpt-4o')).status
  await setOptions(app, { GroupHiddenModels: '{"default":["gpt-4o"]}' })
  expect(await statusOf()).toBe(404)
  await setOptions(app, { GroupHiddenModels: '{}' })
  const show = (pricing: object) => setOptions(app, { HeaderNavModules: JSON.stringify({ pricing }) })
  await show({ enabled: true, requireAuth: true })
  expect([await statusOf(), (await app.send('/models/nothing')).status]).toEqual([200, 200])
  await show({ enabled: false, requireAuth: false })
  expect(await statusOf()).toBe(404)
  await setOptions(app, { HeaderNavModules: '' })
})

test('the map names the public pages', async () => {
  await setOptions(app, { ServerAddress: '' })
  // At the host that was asked, and not for caches: a host can be forged.
  const early = await readMap()
  expect(early).toMatchObject({ status: 200, cache: 'no-store' })
  expect(early.found[1]).toMatch(/^http:\/\/[^/]+\/pricing$/)
  await setOptions(app, { ServerAddress: site })
  const { cache, found } = await readMap()
  expect(cache).toBe('public, max-age=3600')
  expect(found).toEqual(
    ['/', '/pricing', '/models/gpt-4o', '/models/gpt-4o-mini', '/models/meta/a%26b', '/status', '/about']
      .concat(docs)
      .map((path) => site + path),
  )
})

test('where prices need a login, models are named nowhere', async () => {
  const nav = { pricing: { enabled: true, requireAuth: true } }
  await setOptions(app, { ServerAddress: site, HeaderNavModules: JSON.stringify(nav) })
  expect((await readMap()).found).toEqual(['/', '/status', '/about', ...docs].map((path) => site + path))
  expect(await readTitle('/models/gpt-4o')).toBe(await readTitle('/login'))
})

describe('robots and feeds', () => {
  const read = async (path: string) => {
    const answer = await app.send(path)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  test('search engines may read the public pages, and neither interfaces nor pages of accounts nor receipts', async () => {
    await setOptions(app, { ServerAddress: site, HeaderNavModules: '' })
    const { text } = await read('/robots.txt')
    for (const path of ['/api/', '/v1/', '/receipt/', '/token', '/models$'])
      expect(text).toContain(`Disallow: ${path}\n`)
    const forbidden = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path)
    for (const path of ['/pricing', '/models/gpt-4o', '/status', '/about', '/user-agreement', '/privacy-policy'])
      expect(forbidden.filter((start) => path.startsWith(start))).toEqual([])
    expect(text).toContain(`Sitemap: ${site}/sitemap.xml`)
  })

  test('the operator can forbid all', async () => {
    await setOptions(app, { 'public_pages.indexed': 'false' })
    expect((await read('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    expect((await read('/sitemap.xml')).status).toBe(404)
    await setOptions(app, { 'public_pages.indexed': 'true' })
  })

  test('public pages have a title and a description of their own', async () => {
    const { text } = await read('/status')
    expect(text).toContain('<title>Status · ')
    expect(text).toContain(`<link rel="canonical" href="${site}/status" />`)
    expect(text).not.toContain('summary_large_image')
    await setOptions(app, { 'public_pages.picture': 'https://cdn.example/card.png' })
    const pricing = (await read('/pricing')).text
    expect(pricing).toContain('<meta property="og:image" content="https://cdn.example/card.png" />')
    expect(pricing).toContain('summary_large_image')
  })

  test('announcements are a feed, whose texts are no markup', async () => {
    const announcement = { content: 'Slow <b>images</b>\nSince 9.', publishDate: '2026-11-01T09:00:00Z' }
    await setOptions(app, { 'console_setting.announcements': JSON.stringify([announcement]) })
    const { type, text } = await read('/status.xml')
    expect(type).toContain('application/atom+xml')
    expect(text).toContain('<title>Slow &lt;b&gt;images&lt;/b&gt;</title>')
    expect(text).toContain('<updated>2026-11-01T09:00:00.000Z</updated>')
    const elsewhere = { ...announcement, content: 'Only a banner', places: ['banner'] }
    const planned = { ...announcement, content: 'Later', publishDate: '2999-01-01T00:00:00Z' }
    await setOptions(app, { 'console_setting.announcements': JSON.stringify([announcement, elsewhere, planned]) })
    expect((await read('/status.xml')).text.match(/<entry>/g)).toHaveLength(1)
    await setOptions(app, { 'console_setting.announcements_enabled': 'false' })
    expect((await read('/status.xml')).text).not.toContain('<entry>')
    await setOptions(app, { HeaderNavModules: JSON.stringify({ status: false }) })
    expect((await read('/status.xml')).status).toBe(404)
  })
})
