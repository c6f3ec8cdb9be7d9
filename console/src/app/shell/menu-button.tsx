import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Row } from '../../components/layout.tsx'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import css from './menu-button.module.css'

interface MenuButtonItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  /** For an item that is a choice: whether it is selected. */
  checked?: boolean
  lang?: string
  /** A line above it. */
  startsGroup?: boolean
  run(): void
}

interface MenuButtonProps {
  label: string
  icon: ReactNode
  items: MenuButtonItem[]
  heading?: ReactNode
  onOpen?(): void
}

/** A small menu under a button of the top bar, on the browser's own popover: the login page stays light. */
export function MenuButton(props: MenuButtonProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])]

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const all = items()
    const index = all.findIndex((item) => item.matches(':focus'))
    all[(index + step + all.length) % all.length]?.focus()
  }
  return (
    <Row as="span" gap={0} align="stretch" inline>
      <PlainButton
        kind="text"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={props.label}
        title={props.label}
        icon={props.icon}
      />
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={css.popover}
        onToggle={(event) => {
          if (event.newState !== 'open') return
          props.onOpen?.()
          items()[0]?.focus()
        }}
      >
        {props.heading && <div className={css.heading}>{props.heading}</div>}
        <div role="menu" tabIndex={-1} aria-label={props.label} onKeyDown={onKeyDown}>
          {props.items.map((item) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set together with menuitemradio only.
            <button
              key={item.key}
              type="button"
              role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.checked}
              lang={item.lang}
              data-group={item.startsGroup}
              className={css.item}
              onClick={() => {
                menu.current?.hidePopover()
                item.run()
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      </div>
    </Row>
  )
}
