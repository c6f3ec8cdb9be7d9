import { Button } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { useCopy } from '../../../components/use-copy.tsx'
import css from './connect.module.css'
import type { HeldKey } from './use-held-key.ts'

interface CodeBlockProps {
  title: string
  heldKey: HeldKey
  /** The text with a key. */
  write(key: string): string
  /** The text that people came for. */
  isMain?: boolean
}

/** A text to copy. The copy has the whole key, also while the text on the screen has it masked. */
export function CodeBlock({ title, heldKey, write, isMain = false }: CodeBlockProps) {
  const { t } = useTranslation('connect')
  const { copy, copied } = useCopy()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Row gap={12} justify="between" className={css.blockHead}>
        <h4 id={titleId}>{title}</h4>
        <Button
          size="small"
          type={isMain ? 'primary' : 'default'}
          loading={heldKey.isBusy}
          aria-label={`${t('copy')} ${title}`}
          onClick={() => heldKey.use((key) => copy(write(key)))}
        >
          {copied ? t('copied') : t('copy')}
        </Button>
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard. */}
      <pre className={css.code} tabIndex={0}>
        <code>{write(heldKey.shown)}</code>
      </pre>
    </section>
  )
}
