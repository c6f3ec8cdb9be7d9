import { z } from 'zod'
import type { TextLanguage } from './messages/languages.ts'
import { because, formed } from './reason-of-issue.ts'

/** The chapters for customers that every site has, in their order; the addresses below /docs are their names. */
export const guideChapters = [
  'quick-start',
  'clients',
  'models',
  'errors',
  'limits',
  'streaming',
  'files',
  'batches',
  'realtime',
] as const
export type GuideChapter = (typeof guideChapters)[number]

/** Their titles, which are also the first lines of their Markdown. */
export const guideTitles: Readonly<Record<TextLanguage, Readonly<Record<GuideChapter, string>>>> = {
  en: {
    'quick-start': 'Quick start',
    clients: 'Programs',
    models: 'Models',
    errors: 'Errors',
    limits: 'Limits',
    streaming: 'Streaming',
    files: 'Files',
    batches: 'Batches',
    realtime: 'Realtime',
  },
  zh: {
    'quick-start': '快速上手',
    clients: '客户端接入',
    models: '模型',
    errors: '错误处理',
    limits: '限制',
    streaming: '流式输出',
    files: '文件',
    batches: '批处理',
    realtime: '实时会话',
  },
}

export const docsPageLimits = { pages: 50, slug: 64, title: 120, body: 65_536 } as const

/** Addresses below /docs that are no pages of the operator. */
const taken: readonly string[] = [...guideChapters, 'index']

/** The part of a page's address after `/docs/`. */
const slug = formed(z.string().trim().max(docsPageLimits.slug), /^[a-z0-9]+(-[a-z0-9]+)*$/, 'mustBeSlug').refine(
  (text) => !taken.includes(text),
  because('slugTaken'),
)
const title = z.string().trim().max(docsPageLimits.title)
const body = z.string().max(docsPageLimits.body)

/** A page without its texts. Titles and texts are per language; '' = not written in it. */
export const docsPageHead = z.object({
  slug: z.string(),
  title_en: z.string(),
  title_zh: z.string(),
  /** Shown only to callers who are logged in. */
  needs_login: z.boolean(),
})
export type DocsPageHead = z.infer<typeof docsPageHead>

/** A page as it is read. The texts are Markdown. */
export const docsPageText = docsPageHead.extend({ body_en: z.string(), body_zh: z.string() })
export type DocsPageText = z.infer<typeof docsPageText>

/** A page in the list of the operator. Times are Unix seconds. */
export const docsPageEntry = docsPageHead.extend({
  id: z.number(),
  /** False = a draft, which nobody but administrators reads. */
  is_published: z.boolean(),
  created_time: z.number(),
  updated_time: z.number(),
})
export type DocsPageEntry = z.infer<typeof docsPageEntry>

export const docsPage = docsPageEntry.extend({ body_en: z.string(), body_zh: z.string() })
export type DocsPage = z.infer<typeof docsPage>

const fields = {
  slug,
  title_en: title,
  title_zh: title,
  body_en: body,
  body_zh: body,
  is_published: z.boolean(),
  needs_login: z.boolean(),
}
/** A page has a title in one language at least. */
const withTitle = <T extends { title_en?: string; title_zh?: string }>(page: T) =>
  (page.title_en ?? '') !== '' || (page.title_zh ?? '') !== ''

/** Body of POST /api/docs_page/. */
export const docsPageCreate = z
  .object({
    ...fields,
    title_en: title.default(''),
    title_zh: title.default(''),
    body_en: body.default(''),
    body_zh: body.default(''),
    is_published: z.boolean().default(false),
    needs_login: z.boolean().default(false),
  })
  .refine(withTitle, { path: ['title_en'], ...because('notEmpty') })
export type DocsPageCreate = z.input<typeof docsPageCreate>

/** Body of PUT /api/docs_page/: absent fields stay. */
export const docsPageUpdate = z.object(fields).partial().extend({ id: z.number().int().positive() })
export type DocsPageUpdate = z.input<typeof docsPageUpdate>

/** Body of PUT /api/docs_page/order: the ids of all pages in their new order. */
export const docsPageOrder = z.object({ ids: z.array(z.number().int().positive()).max(docsPageLimits.pages) })
