import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button, type ButtonProps } from 'antd'

interface PlaceButtonsProps {
  index: number
  count: number
  /** What each button does to which entry, for screen readers. */
  labels: { up: string; down: string; remove: string }
  onMove(step: -1 | 1): void
  onDelete(): void
}

/** Moves an entry of an ordered list up or down, or deletes it. */
export function PlaceButtons({ index, count, labels, onMove, onDelete }: PlaceButtonsProps) {
  const button: ButtonProps = { size: 'small', type: 'text' }
  return (
    <>
      <Button
        {...button}
        icon={<ArrowUpOutlined />}
        disabled={index === 0}
        aria-label={labels.up}
        onClick={() => onMove(-1)}
      />
      <Button
        {...button}
        icon={<ArrowDownOutlined />}
        disabled={index === count - 1}
        aria-label={labels.down}
        onClick={() => onMove(1)}
      />
      <Button {...button} icon={<DeleteOutlined />} aria-label={labels.remove} onClick={onDelete} />
    </>
  )
}
