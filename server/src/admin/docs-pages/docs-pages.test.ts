import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DocsPage, docsPageLimits } from '@sluice/contract/docs-page'
import { guideChapters } from '@sluice/contract/guide-chapters'
import { roles } from '@sluice/contract/roles'
import { engines } from '../../store/test-databases.ts'
import { setOptions, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-docs-pages-'))
writeFileSync(join(folder, 'index.html'), '<html lang="en"><title>Sluice</title></html>')
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(engines)('the own pages of the documentation on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let user: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine, environment: { CONSOLE_DIR: folder } })
    admin = await app.addUser({ role: roles.admin })
    user = await app.addUser()
    await setOptions(app, { ServerAddress: 'https://ai.example' })
  })
  afterAll(() => app.close())

  const add = async (page: object) => (await admin.post('/api/docs_page/', page)).body
  const idOf = async (page: object) => ((await add(page)).data as DocsPage).id
  const slugsFor = async (reader: TestClient | null) => {
    const { data } = reader
      ? (await reader.get('/api/docs_page/')).body
      : ((await (await app.send('/api/docs_page/')).json()) as { data: unknown })
    return (data as { slug: string }[]).map(({ slug }) => slug)
  }
  /** Deletes all pages, as an administrator does. */
  const clear = async () => {
    const { data } = (await admin.get('/api/docs_page/all')).body
    for (const { id } of data as DocsPage[]) await admin.delete(`/api/docs_page/${id}`)
  }
  const open = async (path: string) => {
    const answer = await app.send(path)
    const text = await answer.text()
    return {
      status: answer.status,
      title: /<title>(.*)<\/title>/.exec(text)?.[1],
      description: /<meta name="description" content="(.*?)"/.exec(text)?.[1],
      policy: answer.headers.get('content-security-policy'),
    }
  }

  test('a renamed page is found at its earlier addresses, unless another page has them', async () => {
    const page = { slug: 'terms', title_en: 'Terms', body_en: 'Old', is_published: true }
    const id = await idOf(page)
    for (const slug of ['terms-of-use', 'conditions']) await admin.put('/api/docs_page/', { id, slug })
    const moved = async (path: string) => {
      const { status, headers } = await app.send(path)
      return [status, headers.get('location')]
    }
    expect(await moved('/docs/terms')).toEqual([301, '/docs/conditions'])
    expect(await moved('/docs/terms-of-use')).toEqual([301, '/docs/conditions'])
    expect(await moved('/docs/conditions')).toEqual([200, null])
    const read = async (slug: string) => (await app.send(`/api/docs_page/read/${slug}`)).json()
    expect(await read('terms')).toMatchObject({ data: { slug: 'conditions' } })
    await add({ ...page, title_en: 'Other' })
    expect(await moved('/docs/terms')).toEqual([200, null])
    await admin.put('/api/docs_page/', { id, slug: 'terms-of-use' })
    expect(await moved('/docs/conditions')).toEqual([301, '/docs/terms-of-use'])
    await clear()
  })

  test('visitors read what is published, accounts also what needs a log-in, and nobody else a draft', async () => {
    await add({ slug: 'refunds', title_en: 'Refunds', body_en: 'Within **14** days.', is_published: true })
    await add({ slug: 'inside', title_zh: '内部', is_published: true, needs_login: true })
    await add({ slug: 'draft', title_en: 'Draft' })
    expect(await slugsFor(null)).toEqual(['refunds'])
    expect(await slugsFor(user)).toEqual(['refunds', 'inside'])
    const read = async (slug: string) => (await app.send(`/api/docs_page/read/${slug}`)).json()
    expect(await read('refunds')).toMatchObject({ data: { title_en: 'Refunds', body_en: 'Within **14** days.' } })
    expect(await read('inside')).toMatchObject({ success: false, code: 'not_logged_in' })
    expect(await read('draft')).toMatchObject({ success: false, code: 'not_found' })
    expect((await user.get('/api/docs_page/read/inside')).body.data).toMatchObject({ title_zh: '内部' })
    const texts = (await user.get('/api/docs_page/texts')).body.data as DocsPage[]
    expect(texts.map(({ body_en: body }) => body)).toEqual(['Within **14** days.', ''])
    for (const path of ['all', '1']) expect((await user.get(`/api/docs_page/${path}`)).body.success).toBe(false)
    await clear()
  })

  test('the document of a page has its title; of an unknown page or a draft it is a 404', async () => {
    const rules = { body_en: '# Refunds\n\nWithin **14** days. Then not.', body_zh: '14 天内退款。' }
    await add({ slug: 'refunds', title_en: 'Refunds <b>', ...rules, is_published: true })
    await add({ slug: 'inside', title_en: 'Inside', is_published: true, needs_login: true })
    await add({ slug: 'draft', title_en: 'Draft' })
    expect(await open('/docs/refunds')).toMatchObject({
      status: 200,
      title: 'Refunds &lt;b&gt; · Sluice',
      description: 'Within 14 days.',
    })
    expect(await open('/docs/quick-start')).toMatchObject({ status: 200, title: 'Quick start · Sluice' })
    expect(await open('/docs')).toMatchObject({ status: 200, title: 'Documentation · Sluice' })
    // Only accounts may read its title.
    expect(await open('/docs/inside')).toMatchObject({ status: 200, title: 'Sluice' })
    for (const slug of ['draft', 'nothing', 'refunds/more'])
      expect({ slug, status: (await open(`/docs/${slug}`)).status }).toEqual({ slug, status: 404 })
    const map = await (await app.send('/sitemap.xml')).text()
    const listed = [...map.matchAll(/<loc>https:\/\/ai\.example(\/docs.*?)<\/loc>/g)].map(([, path]) => path)
    expect(listed).toEqual(['/docs', ...guideChapters.map((slug) => `/docs/${slug}`), '/docs/refunds'])
    await clear()
    expect((await open('/docs/refunds')).status).toBe(404)
  })

  test('pictures of a published page may be loaded', async () => {
    const id = await idOf({ slug: 'shot', title_en: 'Shot', body_en: '![x](https://cdn.example/x.png)' })
    const allowed = async () => /img-src[^;]* https:(;| )/.test((await open('/docs')).policy ?? '')
    expect(await allowed()).toBe(false)
    await admin.put('/api/docs_page/', { id, is_published: true })
    expect(await allowed()).toBe(true)
    await admin.put('/api/docs_page/', { id, body_en: 'none' })
    expect(await allowed()).toBe(false)
    await clear()
  })

  test('a field that another administrator has changed is not overwritten', async () => {
    const id = await idOf({ slug: 'shared', title_en: 'Shared', body_en: 'one' })
    expect((await admin.put('/api/docs_page/', { id, body_en: 'two', was: { body_en: 'one' } })).body.success).toBe(
      true,
    )
    const late = { id, body_en: 'three', title_en: 'Late', was: { body_en: 'one', title_en: 'Shared' } }
    expect((await admin.put('/api/docs_page/', late)).body.code).toBe('docs_pages_changed')
    expect((await admin.put('/api/docs_page/', { id, slug: 'ours', was: { slug: 'shared' } })).body.success).toBe(true)
    const page = (await admin.get(`/api/docs_page/${id}`)).body.data
    expect(page).toMatchObject({ slug: 'ours', title_en: 'Shared', body_en: 'two' })
    await clear()
  })

  test('an address is unique, of letters, digits and hyphens, and not that of a chapter', async () => {
    const id = await idOf({ slug: 'one', title_en: 'One' })
    expect(await add({ slug: 'one', title_en: 'Two' })).toMatchObject({ code: 'name_taken' })
    const wrong = ['', 'One', 'a b', 'a/b', '../x', 'a--b', '-a', 'x'.repeat(65), 'limits', 'index', 'ü', 'a.html']
    for (const slug of wrong) {
      expect({ slug, ...(await add({ slug, title_en: 'T' })) }).toMatchObject({ slug, code: 'invalid_parameters' })
      expect((await admin.put('/api/docs_page/', { id, slug })).body.code).toBe('invalid_parameters')
    }
    expect(await add({ slug: 'two' })).toMatchObject({ code: 'invalid_parameters' })
    expect((await admin.put('/api/docs_page/', { id, title_en: ' ' })).body.code).toBe('invalid_parameters')
    const long = 'x'.repeat(docsPageLimits.body)
    expect(await add({ slug: 'two', title_en: 'T', body_zh: `${long}x` })).toMatchObject({ code: 'invalid_parameters' })
    expect(await add({ slug: 'two', title_en: 'T', body_zh: long, body_en: long })).toMatchObject({ success: true })
    await clear()
  })

  test('pages are ordered as a whole', async () => {
    const ids: number[] = []
    for (const slug of ['a', 'b', 'c']) ids.push(await idOf({ slug, title_en: slug, is_published: true }))
    const [a = 0, b = 0, c = 0] = ids
    const order = async (next: number[]) => (await admin.put('/api/docs_page/order', { ids: next })).body
    expect(await order([c, a, b])).toMatchObject({ success: true })
    expect(await slugsFor(null)).toEqual(['c', 'a', 'b'])
    for (const wrong of [
      [a, b],
      [a, a, b],
      [a, b, c + 1],
    ])
      expect(await order(wrong)).toMatchObject({ code: 'docs_pages_changed' })
    expect(await idOf({ slug: 'd', title_en: 'd', is_published: true })).toBeGreaterThan(0)
    expect(await slugsFor(null)).toEqual(['c', 'a', 'b', 'd'])
    await clear()
  })

  test('there are at most 50 pages', async () => {
    const texts = { title_en: 'P', title_zh: '', body_en: '', body_zh: '' }
    const flags = { is_published: 0, needs_login: 0, has_images: 0, position: 0, created_at: 1, updated_at: 1 }
    const rows = Array.from({ length: docsPageLimits.pages - 1 }, (_, at) => ({ name: `p-${at}`, ...texts, ...flags }))
    await app.store.db.insertInto('docs_pages').values(rows).execute()
    expect(await add({ slug: 'last', title_en: 'P' })).toMatchObject({ success: true })
    expect(await add({ slug: 'more', title_en: 'P' })).toMatchObject({ code: 'too_many_docs_pages' })
    await app.store.db.deleteFrom('docs_pages').execute()
  })

  test('each change is a line of the audit trail', async () => {
    const id = await idOf({ slug: 'audited', title_en: 'One' })
    await admin.put('/api/docs_page/', { id, title_en: 'Two' })
    await admin.put('/api/docs_page/order', { ids: [id] })
    await admin.delete(`/api/docs_page/${id}`)
    const { items } = (await admin.get('/api/audit/?object_type=docs_page&page_size=4')).body.data as {
      items: { action: string; before: string | null; after: string | null }[]
    }
    expect(items.map(({ action }) => action)).toEqual([
      'docs_page.delete',
      'docs_page.order',
      'docs_page.update',
      'docs_page.create',
    ])
    expect([items[2]?.before, items[2]?.after]).toEqual(['{"title_en":"One"}', '{"title_en":"Two"}'])
    expect((await user.post('/api/docs_page/', { slug: 'x', title_en: 'x' })).body.success).toBe(false)
  })
})
