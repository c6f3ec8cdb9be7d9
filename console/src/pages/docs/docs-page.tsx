import type { DocsPageHead } from '@sluice/contract/docs-page'
import { guideChapters, guideTitles, isGuideChapter } from '@sluice/contract/guide-chapters'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TableFailure } from '../../components/data-table-states.tsx'
import { DocsArticle, WaitingText } from '../../components/docs-article/docs-article.tsx'
import { Stack } from '../../components/layout.tsx'
import { PlainSelect } from '../../components/plain/plain-select.tsx'
import texts from '../../components/text.module.css'
import { ApiError } from '../../lib/api-client.ts'
import { withBasePath } from '../../lib/base-path.ts'
import { Link, Navigate, usePageLocation } from '../../lib/page-router.tsx'
import { useStatus } from '../../lib/queries.ts'
import { isAdmin, useSessionUser } from '../../lib/session.ts'
import { siteAddress } from '../../lib/site-address.ts'
import css from './docs.module.css'
import { DocsSearch } from './docs-search.tsx'
import { articleQuery, ownPagesQuery, titleIn } from './queries.ts'
import { useReaderKey } from './use-reader-key.ts'

/** The documentation for customers: the chapters of every site, and the pages of its operator. */
export function DocsPage() {
  const asked = usePageLocation()
    .pathname.replace(/^\/docs\/?/, '')
    .replace(/\/$/, '')
  const { i18n } = useTranslation('docs')
  const language: TextLanguage = i18n.resolvedLanguage === 'zh' ? 'zh' : 'en'
  const reader = useSessionUser()?.id ?? null
  const ownPages = useQuery({ ...ownPagesQuery(reader), throwOnError: false })
  const own = ownPages.data ?? []
  const [isSearching, setIsSearching] = useState(false)
  const readerKey = useReaderKey()
  const slug = asked || guideChapters[0]
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <DocsSearch key={`${language} ${reader}`} language={language} reader={reader} onAsk={setIsSearching} />
        {/* The results of a search replace the contents. */}
        {!isSearching && (
          <>
            <KeyChoice readerKey={readerKey} />
            <Navigation slug={slug} language={language} own={own} hasFailed={ownPages.isError} />
          </>
        )}
      </aside>
      <Shown key={slug} slug={slug} language={language} own={own} readerKey={readerKey} />
    </div>
  )
}

interface ShownProps {
  slug: string
  language: TextLanguage
  own: readonly DocsPageHead[]
  readerKey: ReturnType<typeof useReaderKey>
}

function Shown({ slug, language, own, readerKey }: ShownProps) {
  const reader = useSessionUser()?.id ?? null
  const status = useStatus()
  const query = useQuery({ ...articleQuery(slug, language, reader), throwOnError: false, retry: false })
  const { data: article, error } = query
  useTitle(article?.title)
  const showAnchor = useAnchor()
  if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'not_logged_in'))
    return <Missing needsLogin={error.code === 'not_logged_in'} />
  if (error !== null) return <TableFailure query={query} error={error} />
  if (article === undefined) return <WaitingText />
  if (article.slug !== slug) return <Navigate to="/docs/{-$slug}" params={{ slug: article.slug }} replace />
  const site = siteAddress(status?.server_address)
  const { shown, whole, model } = readerKey
  return (
    <div>
      <DocsArticle
        article={article}
        shown={{ site, key: shown, model }}
        whole={{ site, key: whole, model }}
        onShown={showAnchor}
      />
      <Neighbours slug={slug} language={language} own={own} />
    </div>
  )
}

/** There is no such page; the others are listed beside it. */
function Missing({ needsLogin }: { needsLogin: boolean }) {
  const { t } = useTranslation('docs')
  const { href } = usePageLocation()
  return (
    <section>
      <h1>{needsLogin ? t('closed.title') : t('missing.title')}</h1>
      <p>{needsLogin ? t('closed.text') : t('missing.text')}</p>
      {needsLogin ? (
        <Link to="/login" search={{ next: href }}>
          {t('closed.login')}
        </Link>
      ) : (
        <Link to="/docs/{-$slug}" params={{ slug: undefined }}>
          {t('missing.start')}
        </Link>
      )}
    </section>
  )
}

function KeyChoice({ readerKey }: { readerKey: ReturnType<typeof useReaderKey> }) {
  const { t } = useTranslation('docs')
  const { isSignedIn, tokens, chosen, choose, isBusy } = readerKey
  if (!isSignedIn)
    return (
      <div className={texts.help}>
        <Link to="/login" search={{ next: '/docs' }}>
          {t('key.login')}
        </Link>
      </div>
    )
  if (tokens.length === 0)
    return (
      <div className={texts.help}>
        <Link to="/token">{t('key.create')}</Link>
      </div>
    )
  return (
    <div className={css.key} aria-busy={isBusy}>
      <PlainSelect<number>
        aria-label={t('key.label')}
        value={chosen}
        options={[{ value: 0, label: t('key.none') }, ...tokens.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={choose}
      />
      <div className={texts.help}>{t('key.hint')}</div>
    </div>
  )
}

function Navigation({ slug, language, own, hasFailed }: Omit<ShownProps, 'readerKey'> & { hasFailed: boolean }) {
  const { t } = useTranslation('docs')
  const user = useSessionUser()
  const entries = [...guideChapters].map((chapter): { slug: string; title: string } => ({
    slug: chapter,
    title: guideTitles[language][chapter],
  }))
  const pages = own.map((page) => ({ slug: page.slug, title: titleIn(language, page) }))
  return (
    <details className={css.pages} ref={openOnWideScreens}>
      <summary>{t('contents')}</summary>
      <nav aria-label={t('contents')}>
        <NavList title={t('guide')} entries={entries} slug={slug} />
        {hasFailed && <p className={texts.problem}>{t('ownFailed')}</p>}
        {pages.length > 0 && <NavList title={t('own')} entries={pages} slug={slug} />}
        {isAdmin(user) && (
          <p className={css.reference}>
            <a href={withBasePath('/docs/index.html')}>{t('reference')}</a>
          </p>
        )}
      </nav>
    </details>
  )
}

/** On a phone the list would stand before the text. */
function openOnWideScreens(element: HTMLDetailsElement | null): void {
  if (element !== null) element.open = matchMedia('(min-width: 900px)').matches
}

interface NavListProps {
  title: string
  entries: readonly { slug: string; title: string }[]
  slug: string
}

const NavList = ({ title, entries, slug }: NavListProps) => (
  <>
    <h2>{title}</h2>
    <Stack as="ul" gap={0}>
      {entries.map((entry) => (
        <li key={entry.slug}>
          <Link
            to="/docs/{-$slug}"
            params={{ slug: entry.slug }}
            aria-current={entry.slug === slug ? 'page' : undefined}
          >
            {entry.title}
          </Link>
        </li>
      ))}
    </Stack>
  </>
)

/** The chapter or page before this one, and the one after it. */
function Neighbours({ slug, language, own }: Omit<ShownProps, 'readerKey'>) {
  const { t } = useTranslation('docs')
  const slugs: string[] = [...guideChapters, ...own.map((page) => page.slug)]
  const at = slugs.indexOf(slug)
  const titleOf = (name: string) =>
    isGuideChapter(name)
      ? guideTitles[language][name]
      : titleIn(language, own.find((page) => page.slug === name) ?? { title_en: name, title_zh: '' })
  const [before, after] = [slugs[at - 1], slugs[at + 1]]
  if (at === -1) return null
  return (
    <nav className={css.neighbours} aria-label={t('neighbours')}>
      {before !== undefined && (
        <Link to="/docs/{-$slug}" params={{ slug: before }}>
          ← {titleOf(before)}
        </Link>
      )}
      {after !== undefined && (
        <Link to="/docs/{-$slug}" params={{ slug: after }} data-next>
          {titleOf(after)} →
        </Link>
      )}
    </nav>
  )
}

/** Names the article in the browser's tab. */
function useTitle(title: string | undefined): void {
  const site = useStatus()?.system_name
  useEffect(() => {
    if (title !== undefined) document.title = [title, site].filter(Boolean).join(' · ')
  }, [title, site])
}

/** Brings the heading that the address names into view; another function for another heading. */
function useAnchor(): () => void {
  const { hash } = usePageLocation()
  return useCallback(() => {
    if (hash !== '') document.getElementById(anchorIn(hash))?.scrollIntoView()
  }, [hash])
}

function anchorIn(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    // A percent sign that begins no code.
    return hash
  }
}
