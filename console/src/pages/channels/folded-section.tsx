import { Collapse } from 'antd'
import type { ReactNode } from 'react'
import css from './channels.module.css'

export interface FoldedSectionProps {
  title: string
  /** What is set in it. */
  summary: string
  isOpen: boolean
  onOpen(isOpen: boolean): void
  children: ReactNode
}

/** What the fields of a section are given. */
export interface SectionFieldsProps {
  /** Opens the section, which has a field that is refused. */
  onRefused(): void
  /** The expiry of the stored channel, in seconds, which may have passed; -1 = none. */
  storedExpiry: number
}

/** A part of the form that most channels leave as it is. Its fields are checked while it is folded too. */
export function FoldedSection({ title, summary, isOpen, onOpen, children }: FoldedSectionProps) {
  return (
    <Collapse
      ghost
      className={css.section}
      activeKey={isOpen ? ['section'] : []}
      onChange={(open) => onOpen(open.length > 0)}
      items={[
        {
          key: 'section',
          label: (
            <span className={css.sectionHead}>
              <strong>{title}</strong> <small>{summary}</small>
            </span>
          ),
          forceRender: true,
          children,
        },
      ]}
    />
  )
}
