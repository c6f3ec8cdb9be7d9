import { Tooltip } from 'antd'
import { cloneElement, type ReactElement, type ReactNode, useId, useState } from 'react'
import css from './anchored.module.css'

interface HoverTipProps {
  title: ReactNode
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/**
 * A tooltip for the cells of long lists. The tooltip of the library costs half a millisecond for each cell before
 * anyone looks at it; this one is created on hover or focus, beside its element, which keeps its focus.
 */
export function HoverTip({ title, children }: HoverTipProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  const close = () => setIsOpen(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element inside is the control.
    <span className={css.host} onMouseEnter={open} onMouseLeave={close} onFocus={open} onBlur={close}>
      {isOpen ? cloneElement(children, { 'aria-describedby': id }) : children}
      {isOpen && (
        <Tooltip open id={id} title={title}>
          <span className={css.anchor} />
        </Tooltip>
      )}
    </span>
  )
}
