import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Button } from 'antd'
import purify from 'dompurify'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import prose from '../../components/prose.module.css'
import { useCopy } from '../../components/use-copy.tsx'
import css from './chat-markdown.module.css'
import { type Block, createMarkdown, type Markdown } from './markdown-blocks.ts'

const inline = ['a', 'strong', 'em', 'del', 'code', 'br', 'sub', 'sup', 'kbd', 'u', 'mark', 'img']
const blocks = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td']

/** A second check: the Markdown parser already passes on text only. */
const clean = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: [...inline, ...blocks, ...tables],
    ALLOWED_ATTR: ['href', 'src', 'alt', 'target', 'rel', 'start', 'align', 'tabindex'],
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
      {markdown.blocksOf(text, isGrowing).map((block, index) =>
        block.kind === 'code' ? (
          // Blocks are only ever appended.
          <CodeBlock key={index} language={block.language} text={block.text} />
        ) : (
          <HtmlBlock key={index} block={block} raw={block.raw} markdown={markdown} />
        ),
      )}
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
    return <div dangerouslySetInnerHTML={{ __html: clean(markdown.htmlOf(block.token)) }} />
  },
  (before, after) => before.raw === after.raw && before.markdown === after.markdown,
)

const CodeBlock = memo(function CodeBlock({ language, text }: { language: string; text: string }) {
  const { t } = useTranslation('playground')
  const { copy, copied } = useCopy()
  return (
    <figure className={css.code}>
      <figcaption className={css.codeHead}>
        <span>{language || t('code')}</span>
        <Button
          type="text"
          size="small"
          icon={copied ? <CheckOutlined /> : <CopyOutlined />}
          onClick={() => copy(text)}
        >
          {t('copyCode')}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
})
