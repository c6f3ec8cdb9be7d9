import { z } from 'zod'
import { guideChapters } from './guide-chapters.ts'
import { because, formed } from './reason-of-issue.ts'

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

/** Markdown, for each language. */
const texts = { body_en: z.string(), body_zh: z.string() }

/** A page as its readers receive it. */
export const docsPageText = docsPageHead.extend(texts)
export type DocsPageText = z.infer<typeof docsPageText>

/** A page in the list of the operator. Times are Unix seconds. */
export const docsPageEntry = docsPageHead.extend({
  id: z.number(),
  /** False = a draft, which only administrators can read. */
  is_published: z.boolean(),
  created_time: z.number(),
  updated_time: z.number(),
})
export type DocsPageEntry = z.infer<typeof docsPageEntry>

export const docsPage = docsPageEntry.extend(texts)
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

/** Body of PUT /api/docs_page/: absent fields stay. With other values than `was` nothing is changed. */
export const docsPageUpdate = z
  .object(fields)
  .partial()
  .extend({ id: z.number().int().positive(), was: z.object(fields).partial().optional() })

/** Body of PUT /api/docs_page/order: the ids of all pages in their new order. */
export const docsPageOrder = z.object({ ids: z.array(z.number().int().positive()).max(docsPageLimits.pages) })
