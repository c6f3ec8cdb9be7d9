import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './text.module.css'
import { useCopy } from './use-copy.tsx'

export interface CopyTextProps {
  /** The text to copy. */
  value: string
  /** The visible text, when it differs from the value. */
  children?: ReactNode
  /** Names the value for screen readers. */
  label?: string
  mono?: boolean
}

/** Text with a copy button beside it. */
export function CopyText({ value, children, label, mono = true }: CopyTextProps) {
  const { t } = useTranslation()
  const { copy, copied } = useCopy()
  const name = label === undefined ? t('actions.copy') : `${t('actions.copy')} ${label}`
  return (
    <span className={css.copy}>
      <span className={mono ? css.monoText : css.cut}>{children ?? value}</span>
      <Button
        type="text"
        size="small"
        aria-label={name}
        title={name}
        icon={copied ? <CheckOutlined /> : <CopyOutlined />}
        onClick={(event) => {
          event.stopPropagation()
          void copy(value)
        }}
      />
    </span>
  )
}
