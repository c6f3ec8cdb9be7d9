import type { ButtonHTMLAttributes, ReactNode } from 'react'
import css from './plain.module.css'
import { Spinner } from './spinner.tsx'

export interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'default' | 'primary' | 'text' | 'link'
  size?: 'small' | 'middle' | 'large'
  icon?: ReactNode
  isBusy?: boolean
  isWide?: boolean
}

/** For a link that looks like a button. */
export const buttonLook = css.button

/** A button that looks like the library's, for pages that do not load it. */
export function PlainButton(props: PlainButtonProps) {
  const { kind = 'default', size = 'middle', icon, isBusy = false, isWide = false, className, children, ...own } = props
  return (
    <button
      type="button"
      {...own}
      className={`${css.button} ${className ?? ''}`}
      data-kind={kind}
      data-size={size}
      data-wide={isWide}
      data-icon-only={children === undefined}
      data-busy={isBusy}
      // Stays in focus, unlike a disabled button.
      aria-disabled={isBusy || own['aria-disabled'] ? true : undefined}
      onClick={isBusy ? (event) => event.preventDefault() : own.onClick}
    >
      {isBusy ? <Spinner /> : icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  )
}
