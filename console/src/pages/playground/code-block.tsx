import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Button } from 'antd'
import purify from 'dompurify'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../components/use-copy.tsx'
import css from './code-block.module.css'
import { useHighlighter } from './use-highlighter.ts'

/** A second check: the library escapes the code, and writes no other tags. */
const cleanCode = (html: string): string => purify.sanitize(html, { ALLOWED_TAGS: ['span'], ALLOWED_ATTR: ['class'] })

interface CodeBlockProps {
  language: string
  text: string
  /** What the button copies, where that is not the text. */
  copied?: string
}

/** Code with its language and a button that copies it. */
export const CodeBlock = memo(function CodeBlock({ language, text, copied: whole = text }: CodeBlockProps) {
  const { t } = useTranslation('playground')
  const { copy, copied } = useCopy()
  const highlight = useHighlighter(language !== '')
  const html = highlight?.(language.toLowerCase(), text) ?? null
  return (
    <figure className={css.code}>
      <figcaption className={css.codeHead}>
        <span>{language || t('code')}</span>
        <Button
          type="text"
          size="small"
          icon={copied ? <CheckOutlined /> : <CopyOutlined />}
          onClick={() => copy(whole)}
        >
          {t('copyCode')}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard. */}
      <pre tabIndex={0}>
        {html === null ? <code>{text}</code> : <code dangerouslySetInnerHTML={{ __html: cleanCode(html) }} />}
      </pre>
    </figure>
  )
})
