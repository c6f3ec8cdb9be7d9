import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type MouseEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { basePath } from '../../lib/base-path.ts'
import { useNavigate } from '../../lib/page-router.tsx'
import { CopyButton } from '../copy-text.tsx'
import markdown from '../markdown.module.css'
import { sanitiseMarkup } from '../markdown.tsx'
import { PlainLines } from '../plain/plain-lines.tsx'
import prose from '../prose.module.css'
import { useCopy } from '../use-copy.tsx'
import css from './docs-article.module.css'
import { fillIn, fillSite, hasKey, type ReaderValues } from './fill-in.ts'
import type { ArticlePart } from './split-article.ts'

export interface Article {
  title: string
  markdown: string
}

interface DocsArticleProps {
  article: Article
  /** For the screen, with the key masked. */
  shown: ReaderValues
  /** For copies. */
  whole: ReaderValues
  /** Runs after each render of the text, and when the function changes. */
  onShown?: (() => void) | undefined
}

async function renderParts(text: string): Promise<ArticlePart[]> {
  const { splitArticle } = await import('./split-article.ts')
  return await Promise.all(
    splitArticle(text).map(async (part) =>
      part.kind === 'html' ? { ...part, html: await sanitiseMarkup(part.html) } : part,
    ),
  )
}

/** In the place of a text that is not there yet. */
export const WaitingText = () => (
  <div className={css.waiting}>
    <PlainLines />
  </div>
)

/** Markdown as sanitised parts, with the address of the site and, in code, the reader's key. */
export function DocsArticle({ article, shown, whole, onShown }: DocsArticleProps) {
  const follow = useInnerLinks()
  const text = fillSite(article.markdown, shown.site)
  const { data: parts } = useQuery({
    queryKey: ['docs-pages', 'parts', text],
    queryFn: () => renderParts(text),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  useEffect(() => {
    if (parts !== undefined) onShown?.()
  }, [parts, onShown])
  // What is selected by hand is copied like by the button: the masked key of the screen is of no use.
  const copySelected = ({ clipboardData }: ClipboardEvent): boolean => {
    const selected = getSelection()?.toString() ?? ''
    if (shown.key === null || whole.key === null || !selected.includes(shown.key)) return false
    clipboardData.setData('text/plain', selected.replaceAll(shown.key, whole.key))
    return true
  }
  return (
    // Links are reached by keyboard, whose Enter clicks them too.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <article
      className={`${css.article} ${prose.prose} ${markdown.markdown}`}
      aria-busy={parts === undefined}
      onClick={follow}
      onCopy={(event) => copySelected(event) && event.preventDefault()}
    >
      <h1>{article.title}</h1>
      {parts === undefined ? (
        <WaitingText />
      ) : (
        parts.map((part, index) => (
          <Part
            // The parts of a text have no ids, and change only together.
            key={index}
            part={part}
            shown={shown}
            whole={whole}
          />
        ))
      )}
    </article>
  )
}

function Part({ part, shown, whole }: { part: ArticlePart } & Pick<DocsArticleProps, 'shown' | 'whole'>) {
  if (part.kind === 'html') return <div dangerouslySetInnerHTML={{ __html: part.html }} />
  if (part.kind === 'code') return <Code text={part.text} shown={shown} whole={whole} />
  // The title of the page is the only heading of the first level.
  const Tag = part.depth <= 2 ? 'h2' : 'h3'
  return (
    <Tag id={part.anchor}>
      <a href={`#${part.anchor}`}>{part.text}</a>
    </Tag>
  )
}

function Code({ text, shown, whole }: { text: string } & Pick<DocsArticleProps, 'shown' | 'whole'>) {
  const { t } = useTranslation('docs')
  const { copy, copied } = useCopy()
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} data-own={hasKey(text) && shown.key !== null}>
        <code>{fillIn(text, shown)}</code>
      </pre>
      <span className={css.copy}>
        <CopyButton label={t('example')} copied={copied} onCopy={() => void copy(fillIn(text, whole))} />
      </span>
    </div>
  )
}

/** Links of a text to pages of the documentation open in the console, without loading it again. */
function useInnerLinks() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const start = `${basePath}/docs/`
    if (link.origin !== location.origin || !link.pathname.startsWith(start) || link.pathname.includes('.')) return
    event.preventDefault()
    void navigate({
      to: '/docs/{-$slug}',
      params: { slug: link.pathname.slice(start.length) },
      hash: link.hash.slice(1),
    })
  }
}
