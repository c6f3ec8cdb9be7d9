import EyeInvisible from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined'
import Eye from '@ant-design/icons-svg/es/asn/EyeOutlined'
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './plain.module.css'
import { PlainIcon } from './plain-icon.tsx'

export interface PlainInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
  isLarge?: boolean
  /** Inside the frame, before and after the text. */
  before?: ReactNode
  after?: ReactNode
}

/** For a button inside the frame of a field. */
export const inField = css.inField

/** A text field that looks like the library's, for pages that do not load it. */
export function PlainInput({ isLarge = false, before, after, className, ...own }: PlainInputProps) {
  return (
    <span className={`${css.field} ${className ?? ''}`} data-size={isLarge ? 'large' : 'middle'}>
      {before}
      <input type="text" {...own} />
      {after}
    </span>
  )
}

/** A password, which a button shows. */
export function PlainPassword(props: Omit<PlainInputProps, 'type' | 'after'>) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  const label = t(isShown ? 'password.hide' : 'password.show')
  return (
    <PlainInput
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className={css.inField}
          aria-label={label}
          title={label}
          onClick={() => setIsShown(!isShown)}
        >
          <PlainIcon of={isShown ? Eye : EyeInvisible} />
        </button>
      }
    />
  )
}
