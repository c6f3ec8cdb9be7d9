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
      {!hasNone(props) && <TaskProgress {...props} />}
    </span>
  )
}

/** How far a failed task came is mostly unknown: 0 per cent says nothing. */
const hasNone = ({ isFailed, progress }: TaskStateProps): boolean => isFailed && percentOf(progress) === 0

const percentOf = (progress: string): number => Math.min(100, Math.max(0, Number.parseInt(progress, 10) || 0))

export function TaskProgress({ label, progress, isFailed, isOver }: Omit<TaskStateProps, 'color'>) {
  const percent = percentOf(progress)
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
