import { expect, test } from 'bun:test'
import { guideChapters, guideTitles } from '@sluice/contract/guide-chapters'
import { languages } from '@sluice/contract/messages/languages'
import { refuse } from '../../../test/fake-api.ts'
import { sampleToken } from '../../../test/sample-token.ts'
import { siteStatus } from '../../../test/site-status.ts'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { splitArticle } from '../../components/docs-article/split-article.ts'
import { loadChapter } from './chapters.ts'
import { DocsPage } from './docs-page.tsx'

const own = { slug: 'refunds', title_en: 'Refunds', title_zh: '退款', needs_login: false }
const text = { ...own, body_en: '# Refunds\n\n## How\n\nWrite to the desk.\n\n```sh\necho sk-…\n```', body_zh: '' }
const answers = {
  'GET /api/status': () => ({
    data: { ...siteStatus, server_address: 'https://ai.shop.example', system_name: 'Shop' },
  }),
  'GET /api/docs_page/': () => ({ data: [own] }),
  'GET /api/docs_page/texts': () => ({ data: [text] }),
  // `returns` is an earlier address of the page.
  'GET /api/docs_page/read/:slug': ({ params }: { params: { slug: string } }) =>
    ['refunds', 'returns'].includes(params.slug)
      ? { data: text }
      : refuse('not_found', { what: { code: 'docsPage', params: {} } }),
  'GET /api/token/': () => ({
    data: { items: [{ ...sampleToken, id: 7, name: 'ci' }], total: 1, page: 1, page_size: 100 },
  }),
  'POST /api/token/:id/key': () => ({ data: { key: 'abcdefghijklmnopqrstuvwxyz' } }),
  'GET /api/token/:id/models': () => ({ data: [{ name: 'gpt-5.1', endpoints: ['openai' as const] }] }),
} as Parameters<typeof visit>[1] extends { answers?: infer A } | undefined ? NonNullable<A> : never
const open = (at: string, role: 'user' | 'guest' = 'user', language: 'en' | 'zh' = 'en') =>
  visit(<DocsPage />, { at, role, language, answers })
const code = () => [...document.querySelectorAll('pre')].map(({ textContent }) => textContent).join('\n')

test('a chapter has the address of the site, and nothing of a key until one is chosen', async () => {
  await open('/docs')
  await screen.findByRole('heading', { name: 'Quick start', level: 1 })
  await waitFor(() => expect(code()).toContain('curl https://ai.shop.example/v1/chat/completions'))
  expect(document.body.textContent).not.toContain('gateway.example')
  expect(code()).toContain('Bearer sk-…')
})

test('a chosen key and its model stand in the examples, masked; no address has it', async () => {
  const { user, address } = await open('/docs')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Key in the examples' }), 'ci')
  await waitFor(() => expect(code()).toContain('Bearer sk-abcd…wxyz'))
  expect(code()).toContain('"model": "gpt-5.1"')
  expect(address()).not.toContain('abcd')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('abcdefgh')
})

test('what is selected by hand is copied with the whole key', async () => {
  const { user } = await open('/docs')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Key in the examples' }), 'ci')
  await waitFor(() => expect(code()).toContain('Bearer sk-abcd…wxyz'))
  const pre = [...document.querySelectorAll('pre')].find(({ textContent }) => textContent?.includes('Bearer'))
  if (!pre) throw new Error('no example has the key')
  getSelection()?.selectAllChildren(pre)
  const copied = new Map<string, string>()
  const event = new Event('copy', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { setData: (type: string, value: string) => copied.set(type, value) } })
  pre.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  expect(copied.get('text/plain')).toContain('Bearer sk-abcdefghijklmnopqrstuvwxyz')
})

test('the heading of the address is shown once it is there', async () => {
  const shown: string[] = []
  const before = Element.prototype.scrollIntoView
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this.id)
  }
  try {
    const { go } = await open('/docs/refunds#how')
    await waitFor(() => expect(shown).toContain('how'))
    go('/docs/refunds#%E0%A4%A')
    await screen.findByRole('heading', { name: 'How', level: 2 })
  } finally {
    Element.prototype.scrollIntoView = before
  }
})

test('a page of the operator is shown, listed and found', async () => {
  const { user } = await open('/docs/refunds')
  await screen.findByRole('heading', { name: 'Refunds', level: 1 })
  await screen.findByRole('heading', { name: 'How', level: 2 })
  expect(screen.getAllByRole('heading', { name: 'Refunds' })).toHaveLength(1)
  const contents = screen.getByRole('navigation', { name: 'Contents' })
  expect(contents.textContent).toContain('Pages of this siteRefunds')
  await user.type(screen.getByRole('searchbox'), 'write desk')
  await screen.findByRole('link', { name: /^Refunds › How/ })
})

test('an unknown page says so, and leads to the start', async () => {
  await open('/docs/nothing', 'guest')
  await screen.findByRole('heading', { name: 'There is no such page' })
  screen.getByRole('link', { name: 'To the start of the documentation' })
  screen.getByRole('link', { name: 'Log in to fill your key into the examples' })
})

test('readers of Chinese get the Chinese chapters', async () => {
  await open('/docs/errors', 'guest', 'zh')
  await screen.findByRole('heading', { name: '错误处理', level: 1 })
  await screen.findByRole('heading', { name: '怎么办', level: 2 })
})

test('every chapter exists in each language with its title, and the same code', async () => {
  for (const chapter of guideChapters) {
    const codes = []
    for (const language of languages) {
      const path = `${import.meta.dir}/../../../../docs/guide/${language === 'zh' ? 'zh/' : ''}${chapter}.md`
      expect(await Bun.file(path).text()).toStartWith(`# ${guideTitles[language][chapter]}\n`)
      const parts = splitArticle(await loadChapter(language, chapter))
      codes.push(
        parts.map((part) => (part.kind === 'code' ? part.text : part.kind === 'heading' ? `h${part.depth}` : '')),
      )
    }
    expect(codes[1]?.filter((part) => part !== '')).toEqual(codes[0]?.filter((part) => part !== ''))
  }
})

test('a page that was renamed is shown at its present address', async () => {
  const { address } = await open('/docs/returns')
  await waitFor(() => expect(address()).toBe('/docs/refunds'))
})
