import type { ReactNode } from 'react'
import { CopyText } from '../../components/copy-text.tsx'
import layout from '../../components/layout.module.css'
import css from './pricing.module.css'

interface ProgramTextProps {
  text: string
  /** Names the text for its button. */
  label: string
  /** What chooses the text. */
  children: ReactNode
}

/** A text for a program or a shell, below its choices and a button that copies it. */
export function ProgramText({ text, label, children }: ProgramTextProps) {
  return (
    <>
      <div className={css.exampleTools}>
        {children}
        <span className={layout.atEnd}>
          <CopyText value={text} label={label}>
            {''}
          </CopyText>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre className={css.example} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </>
  )
}
