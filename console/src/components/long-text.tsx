import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './long-text.module.css'
import { useCopy } from './use-copy.tsx'

export interface LongTextProps {
  /** The title of the dialog. */
  title: string
  text: string
  tone?: 'error' | 'quiet'
}

const windowWidth = 800

/** One line of a text that may be long; a click shows the whole text with its line breaks. */
export function LongText({ title, text, tone }: LongTextProps) {
  const { t } = useTranslation()
  const { copy, copied } = useCopy()
  const [isOpen, setIsOpen] = useState(false)
  if (text === '') return null
  return (
    <>
      <button
        type="button"
        className={css.line}
        data-tone={tone}
        title={text.length > 200 ? undefined : text}
        onClick={() => setIsOpen(true)}
      >
        <span className="visually-hidden">
          {title}
          {t('colon')}
        </span>
        {text.slice(0, 200)}
      </button>
      <Modal
        open={isOpen}
        title={title}
        width={windowWidth}
        onCancel={() => setIsOpen(false)}
        footer={<Button onClick={() => copy(text)}>{copied ? t('copied') : t('actions.copy')}</Button>}
      >
        {/* It scrolls, so the keyboard must get to it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region. */}
        <pre className={css.full} tabIndex={0}>
          {text}
        </pre>
      </Modal>
    </>
  )
}
