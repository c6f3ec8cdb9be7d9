import purify from 'dompurify'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import prose from '../../components/prose.module.css'
import css from './chat-markdown.module.css'
import { CodeBlock } from './code-block.tsx'
import { drawFormulas } from './draw-formulas.ts'
import { type Block, createMarkdown, type Markdown } from './markdown-blocks.ts'

const inline = ['a', 'strong', 'em', 'del', 'code', 'br', 'sub', 'sup', 'kbd', 'u', 'mark', 'img', 'span']
const blocks = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td']

/** A second check: the Markdown parser already passes on text only. */
const clean = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: [...inline, ...blocks, ...tables],
    ALLOWED_ATTR: ['href', 'src', 'alt', 'target', 'rel', 'start', 'align', 'tabindex', 'data-formula'],
    ALLOW_DATA_ATTR: false,
  })

/** A model's Markdown, rendered block by block, so that new text does not redraw earlier blocks. */
export default function ChatMarkdown({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  const { t } = useTranslation('playground')
  const markdown = useMemo(
    () => createMarkdown(({ alt, host }) => t('picture', { alt: alt === '' ? t('pictureWithoutName') : alt, host })),
    [t],
  )
  return (
    <div className={`${prose.prose} ${css.markdown}`}>
      {markdown.blocksOf(text, isGrowing).map((block, index) => {
        // Blocks are only ever appended.
        if (block.kind === 'code') return <CodeBlock key={index} language={block.language} text={block.text} />
        if (block.kind === 'html') return <HtmlBlock key={index} block={block} raw={block.raw} markdown={markdown} />
        return (
          <p key={index} className={css.unread}>
            {block.raw}
          </p>
        )
      })}
    </div>
  )
}

interface HtmlBlockProps {
  block: Extract<Block, { kind: 'html' }>
  raw: string
  markdown: Markdown
}

const HtmlBlock = memo(
  function HtmlBlock({ block, markdown }: HtmlBlockProps) {
    const place = useRef<HTMLDivElement>(null)
    const html = clean(markdown.htmlOf(block.token))
    // Before the first paint: once the library is loaded, no source of a formula is seen.
    // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has new places of formulas.
    useLayoutEffect(() => {
      if (place.current) drawFormulas(place.current)
    }, [html])
    return <div ref={place} dangerouslySetInnerHTML={{ __html: html }} />
  },
  (before, after) => before.raw === after.raw && before.markdown === after.markdown,
)
