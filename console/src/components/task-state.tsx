import { Progress } from 'antd'
import { ColorTag, type TagColor } from './color-tag.tsx'
import css from './task-state.module.css'

export interface TaskStateProps {
  color: TagColor
  label: string
  /** `45%`. */
  progress: string
  isFailed: boolean
  isOver: boolean
}

/** The progress of external work: as a word, and as a bar. */
export function TaskState(props: TaskStateProps) {
  return (
    <span className={css.state}>
      <span>
        <ColorTag color={props.color}>{props.label}</ColorTag>
      </span>
      <TaskProgress {...props} />
    </span>
  )
}

export function TaskProgress({ label, progress, isFailed, isOver }: Omit<TaskStateProps, 'color'>) {
  const percent = Math.min(100, Math.max(0, Number.parseInt(progress, 10) || 0))
  const stroke = isFailed ? 'var(--ant-color-warning)' : isOver ? 'var(--ant-color-success)' : undefined
  return (
    <Progress
      className={css.bar}
      percent={percent}
      size="small"
      status={isOver ? 'normal' : 'active'}
      strokeColor={stroke}
      aria-label={label}
    />
  )
}
