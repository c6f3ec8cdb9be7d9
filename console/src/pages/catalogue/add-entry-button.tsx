import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { may, useSessionUser } from '../../lib/session.ts'

interface AddEntryButtonProps {
  /** For the header only: a page has one primary button. */
  isPrimary?: boolean
  label: string
  /** Opens the drawer of the tab. */
  onOpen(what: 'new'): unknown
}

/** Opens the drawer for a new entry: in the header of the page, and in an empty list. For those who may write. */
export function AddEntryButton({ label, isPrimary = false, onOpen }: AddEntryButtonProps) {
  if (!may(useSessionUser(), 'setting.write')) return null
  return (
    <Button type={isPrimary ? 'primary' : 'default'} icon={<PlusOutlined aria-hidden />} onClick={() => onOpen('new')}>
      {label}
    </Button>
  )
}
