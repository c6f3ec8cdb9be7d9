import CloseCircle from '@ant-design/icons-svg/es/asn/CloseCircleFilled'
import Exclamation from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import Info from '@ant-design/icons-svg/es/asn/InfoCircleFilled'
import type { ReactNode } from 'react'
import css from './plain.module.css'
import { PlainIcon } from './plain-icon.tsx'

const icons = { error: CloseCircle, warning: Exclamation, info: Info } as const

interface PlainAlertProps {
  kind: keyof typeof icons
  text: string
  /** At the end. */
  action?: ReactNode
  className?: string | undefined
}

/** A sentence in a coloured box. */
export function PlainAlert({ kind, text, action, className }: PlainAlertProps) {
  return (
    <div role="alert" className={`${css.alert} ${className ?? ''}`} data-kind={kind}>
      <PlainIcon of={icons[kind]} />
      <span>{text}</span>
      {action}
    </div>
  )
}
