import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'

interface AddEntryButtonProps {
  label: string
  /** Changes the address of the tab. */
  onOpen(patch: { open: 'new' }, options: { replace: false }): unknown
}

/** Opens the drawer for a new entry: in the header of the page, and in an empty list. */
export function AddEntryButton({ label, onOpen }: AddEntryButtonProps) {
  return (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => onOpen({ open: 'new' }, { replace: false })}
    >
      {label}
    </Button>
  )
}
