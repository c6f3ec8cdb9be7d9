import CheckCircle from '@ant-design/icons-svg/es/asn/CheckCircleFilled'
import CloseCircle from '@ant-design/icons-svg/es/asn/CloseCircleFilled'
import Exclamation from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import Info from '@ant-design/icons-svg/es/asn/InfoCircleFilled'
import type { ReactNode } from 'react'
import texts from '../text.module.css'
import css from './plain.module.css'
import { PlainIcon } from './plain-icon.tsx'

const icons = { error: CloseCircle, warning: Exclamation, info: Info, success: CheckCircle } as const
export type AlertKind = keyof typeof icons

interface PlainAlertProps {
  kind: AlertKind
  text: ReactNode
  /** Below the text. */
  detail?: ReactNode
  /** `status` does not interrupt a screen reader. */
  role?: 'alert' | 'status'
  /** At the end. */
  action?: ReactNode
  className?: string | undefined
}

/** A sentence, or a short text, in a coloured box. */
export function PlainAlert({ kind, text, detail, role = 'alert', action, className }: PlainAlertProps) {
  return (
    <div role={role} className={`${css.alert} ${className ?? ''}`} data-kind={kind}>
      <PlainIcon of={icons[kind]} />
      <div>
        {text}
        {detail !== undefined && <p className={texts.second}>{detail}</p>}
      </div>
      {action}
    </div>
  )
}
