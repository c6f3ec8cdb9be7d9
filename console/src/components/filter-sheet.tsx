import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './list-filters.module.css'
import { ownFocus, useFocusReturn } from './use-focus-return.ts'

export interface FilterSheetProps {
  /** The number of active filters. */
  count: number
  onReset(): void
  /** Fields, each in a `SheetField`. */
  children: ReactNode
  /** Namespace of the texts `filters.…`. */
  words?: 'common' | 'logs' | undefined
}

/** The filters of a phone: a button with their number, which opens a sheet with one field for each. */
export function FilterSheet({ count, onReset, children, words }: FilterSheetProps) {
  const { t } = useTranslation(words)
  const [isOpen, setIsOpen] = useState(false)
  useFocusReturn(isOpen)
  return (
    <>
      <Button icon={<FilterOutlined />} onClick={() => setIsOpen(true)}>
        {count === 0 ? t('filters.button') : t('filters.buttonCount', { count })}
      </Button>
      <Drawer
        open={isOpen}
        title={t('filters.title')}
        placement="bottom"
        size="auto"
        classNames={{ section: css.sheet }}
        focusable={ownFocus}
        onClose={() => setIsOpen(false)}
        extra={
          count > 0 && (
            <Button type="text" onClick={onReset}>
              {t('filters.reset')}
            </Button>
          )
        }
        footer={
          <Button type="primary" block onClick={() => setIsOpen(false)}>
            {t('filters.done')}
          </Button>
        }
      >
        <div className={css.fields}>{children}</div>
      </Drawer>
    </>
  )
}

interface SheetFieldProps {
  label: string
  children: ReactNode
  /** Needs the whole width: half of a phone's cuts a date with its time. */
  isWide?: boolean
}

/** A field of the sheet. Its control has the label as its accessible name. */
export const SheetField = ({ label, children, isWide = false }: SheetFieldProps) => (
  <div className={css.field} data-wide={isWide}>
    <div aria-hidden>{label}</div>
    {children}
  </div>
)
