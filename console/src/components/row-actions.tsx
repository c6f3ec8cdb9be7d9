import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { Button, Drawer, Dropdown } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import anchored from './anchored.module.css'
import css from './row-actions.module.css'
import { ownFocus, useFocusReturn } from './use-focus-return.ts'
import { useIsPhone } from './use-is-phone.ts'

export interface RowAction {
  key: string
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** The action is running. */
  loading?: boolean
  run(): void
}

export interface RowActionsProps {
  /** Names the row for screen readers. */
  name: string
  /** At most two buttons in the row; the others are in the menu. On phones all are in a sheet. */
  visible: RowAction[]
  menu: RowAction[]
}

export function RowActions(props: RowActionsProps) {
  return useIsPhone() ? <ActionSheet {...props} /> : <ActionButtons {...props} />
}

function ActionButtons({ name, visible, menu }: RowActionsProps) {
  const { t } = useTranslation()
  const more = `${t('actions.more')} ${name}`
  return (
    // A click on an action must not count as a click on its row.
    // biome-ignore lint/a11y: the wrapper only stops events and has no action.
    <span className={css.actions} onClick={(event) => event.stopPropagation()}>
      {visible.map(({ key, label, danger, disabled, loading, run }) => (
        <Button
          key={key}
          size="small"
          type="text"
          danger={danger}
          disabled={disabled}
          loading={loading}
          aria-label={`${label} ${name}`}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {menu.length > 0 && <ActionMenu more={more} menu={menu} />}
    </span>
  )
}

/** The menu is created by the first click, beside its button: tables have one in each row. */
function ActionMenu({ more, menu }: { more: string; menu: RowAction[] }) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  return (
    <span className={anchored.host}>
      <Button
        ref={button}
        size="small"
        type="text"
        icon={<MoreOutlined />}
        aria-label={more}
        aria-haspopup="menu"
        aria-expanded={isOpen === true}
        title={more}
        // Pressing the button closes an open menu before the click.
        onPointerDown={() => {
          wasOpen.current = isOpen === true
        }}
        onClick={({ detail }) => setIsOpen(detail === 0 ? isOpen !== true : !wasOpen.current)}
      />
      {isOpen !== null && (
        <Dropdown
          open={isOpen}
          autoFocus
          trigger={['click']}
          onOpenChange={(next) => {
            setIsOpen(next)
            if (!next) button.current?.focus()
          }}
          // Inside the page's landmark, so that screen readers find it.
          getPopupContainer={(anchor) => anchor.closest('main') ?? document.body}
          menu={{
            items: menu.map(({ key, label, icon, danger, disabled }) => ({
              key,
              label,
              icon,
              danger,
              disabled,
            })),
            onClick: ({ key }) => menu.find((action) => action.key === key)?.run(),
          }}
        >
          <span className={anchored.anchor} />
        </Dropdown>
      )}
    </span>
  )
}

function ActionSheet({ name, visible, menu }: RowActionsProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  useFocusReturn(isOpen)
  const more = `${t('actions.more')} ${name}`
  return (
    <>
      <Button
        type="text"
        icon={<MoreOutlined />}
        aria-label={more}
        onClick={(event) => {
          event.stopPropagation()
          setIsOpen(true)
        }}
      />
      <Drawer
        open={isOpen}
        title={name}
        placement="bottom"
        size="auto"
        focusable={ownFocus}
        onClose={() => setIsOpen(false)}
        destroyOnHidden
      >
        <div className={css.sheet}>
          {[...visible, ...menu].map(({ key, label, icon, danger, disabled, run }) => (
            <Button
              key={key}
              block
              size="large"
              type="text"
              icon={icon}
              danger={danger}
              disabled={disabled}
              onClick={() => {
                setIsOpen(false)
                run()
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      </Drawer>
    </>
  )
}
