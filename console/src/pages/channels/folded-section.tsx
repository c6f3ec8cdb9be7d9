import { Collapse } from 'antd'
import type { ReactNode } from 'react'
import css from './channels.module.css'

export interface FoldedSectionProps {
  title: string
  /** Which fields are set. */
  summary: string
  isOpen: boolean
  onOpen(isOpen: boolean): void
  children: ReactNode
}

export interface SectionFieldsProps {
  /** Opens the section when one of its fields is refused. */
  onRefused(): void
  /** The expiry of the stored channel in Unix seconds, possibly in the past; -1 = none. */
  storedExpiry: number
}

/** A part of the form that most channels do not need. Its fields are validated even while it is folded. */
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
