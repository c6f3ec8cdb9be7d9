import { drawingActions, drawingStatuses, submitCode } from '@sluice/contract/drawing'
import type { TFunction } from 'i18next'
import type { TagColor } from '../../components/color-tag.tsx'

type T = TFunction<'tasks'>

export function actionText(t: T, action: string): string {
  const known = drawingActions.find((one) => one === action)
  return known ? t(`action.${known}`) : t('action.unknown')
}

const statusColors: Record<(typeof drawingStatuses)[number], TagColor> = {
  NOT_START: 'neutral',
  SUBMITTED: 'yellow',
  MODAL: 'purple',
  IN_PROGRESS: 'blue',
  FAILURE: 'red',
  SUCCESS: 'green',
}

export function statusOf(t: T, status: string): { label: string; color: TagColor } {
  const known = drawingStatuses.find((one) => one === status)
  return known
    ? { label: t(`status.${known}`), color: statusColors[known] }
    : { label: t('status.UNKNOWN'), color: 'neutral' }
}

export const isOver = (status: string): boolean => status === 'SUCCESS' || status === 'FAILURE'

export const actionOptions = (t: T) => drawingActions.map((value) => ({ value, label: actionText(t, value) }))

export const statusOptions = (t: T) => drawingStatuses.map((value) => ({ value, label: statusOf(t, value).label }))

/** The upstream's answer to the submission. */
export function submissionOf(t: T, code: number): { label: string; color: TagColor } {
  if (code === 1) return { label: t('code.submitted'), color: 'green' }
  if (code === 21) return { label: t('code.waiting'), color: 'lime' }
  if (code === 22) return { label: t('code.duplicate'), color: 'orange' }
  if (code === submitCode.queueFull) return { label: t('code.queueFull'), color: 'red' }
  if (code === submitCode.bannedWord) return { label: t('code.bannedWord'), color: 'red' }
  if (code === 0) return { label: t('code.none'), color: 'yellow' }
  return { label: String(code), color: 'neutral' }
}
