import type { DocsPageHead, DocsPageText } from '@sluice/contract/docs-page'
import { guideChapters, guideTitles, isGuideChapter } from '@sluice/contract/guide-chapters'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { queryOptions } from '@tanstack/react-query'
import type { Article } from '../../components/docs-article/docs-article.tsx'
import { withoutTitle } from '../../components/docs-article/without-title.ts'
import type { DocSection } from '../../docs/search-docs.ts'
import { api } from '../../lib/api.ts'
import { loadChapter } from './chapters.ts'

/** The title in the reader's language, else in the other one. */
export const titleIn = (language: TextLanguage, page: Pick<DocsPageHead, 'title_en' | 'title_zh'>): string =>
  language === 'zh' ? page.title_zh || page.title_en : page.title_en || page.title_zh

function articleIn(language: TextLanguage, page: DocsPageText): Article {
  const title = titleIn(language, page)
  const [own, other] = language === 'zh' ? [page.body_zh, page.body_en] : [page.body_en, page.body_zh]
  return { title, markdown: withoutTitle(own || other, title) }
}

/** The pages of the operator that the reader may open; `reader` is the id of the account, null = a visitor. */
export const ownPagesQuery = (reader: number | null) =>
  queryOptions({
    queryKey: ['docs-pages', 'list', reader],
    queryFn: ({ signal }) => api('GET /api/docs_page/', { signal }),
    staleTime: 60_000,
  })

/** A chapter of every site, or a page of the operator. */
export const articleQuery = (slug: string, language: TextLanguage, reader: number | null) =>
  queryOptions({
    queryKey: ['docs-pages', 'article', slug, language, reader],
    queryFn: async ({ signal }): Promise<Article & { slug: string }> => {
      if (isGuideChapter(slug))
        return { slug, title: guideTitles[language][slug], markdown: await loadChapter(language, slug) }
      // A page that was renamed answers with its present address.
      const page = await api('GET /api/docs_page/read/:slug', { params: { slug }, signal })
      return { slug: page.slug, ...articleIn(language, page) }
    },
    staleTime: 60_000,
  })

/** Finds sections of all articles that the reader may open. The texts are loaded with the first search. */
export const searchQuery = (language: TextLanguage, reader: number | null) =>
  queryOptions({
    queryKey: ['docs-pages', 'search', language, reader],
    queryFn: async ({ signal }) => {
      const [{ createDocSearch }, { sectionsOf }, own, ...chapters] = await Promise.all([
        import('../../docs/search-docs.ts'),
        import('../../components/docs-article/split-article.ts'),
        api('GET /api/docs_page/texts', { signal }),
        ...guideChapters.map((chapter) => loadChapter(language, chapter)),
      ])
      const articles = [
        ...guideChapters.map((slug, index) => ({
          slug,
          title: guideTitles[language][slug],
          markdown: chapters[index] ?? '',
        })),
        ...own.map((page) => ({ slug: page.slug, ...articleIn(language, page) })),
      ]
      return createDocSearch(
        articles.flatMap(({ slug, title, markdown }) =>
          sectionsOf(markdown).map(
            ({ heading, anchor, text }): DocSection => [
              anchor === '' ? slug : `${slug}#${anchor}`,
              title,
              heading || title,
              text,
            ],
          ),
        ),
      )
    },
    staleTime: 300_000,
  })
