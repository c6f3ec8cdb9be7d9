import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined'
import CopyOutlined from '@ant-design/icons-svg/es/asn/CopyOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from './plain/plain-button.tsx'
import { PlainIcon } from './plain/plain-icon.tsx'
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
  const { copy, copied } = useCopy()
  return (
    <span className={css.copy}>
      <span className={mono ? css.monoText : css.cut}>{children ?? value}</span>
      <CopyButton label={label} copied={copied} onCopy={() => copy(value)} />
    </span>
  )
}

interface CopyButtonProps {
  label: string | undefined
  copied: boolean
  loading?: boolean
  onCopy(): void
}

/** The button alone, for a text that is not at hand yet. */
export function CopyButton({ label, copied, loading = false, onCopy }: CopyButtonProps) {
  const { t } = useTranslation()
  const name = label === undefined ? t('actions.copy') : `${t('actions.copy')} ${label}`
  return (
    <PlainButton
      kind="text"
      size="small"
      aria-label={name}
      title={name}
      isBusy={loading}
      icon={<PlainIcon of={copied ? CheckOutlined : CopyOutlined} />}
      onClick={(event) => {
        event.stopPropagation()
        onCopy()
      }}
    />
  )
}
