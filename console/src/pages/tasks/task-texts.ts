import { musicActions, taskStatuses } from '@sluice/contract/task'
import type { TFunction } from 'i18next'
import type { TagColor } from '../../components/color-tag.tsx'

type T = TFunction<'tasks'>

export function typeOf(t: T, action: string): { label: string; color: TagColor } {
  if (action === 'MUSIC') return { label: t('action.MUSIC'), color: 'purple' }
  if (action === 'LYRICS') return { label: t('action.LYRICS'), color: 'teal' }
  if (action === 'imageGenerate' || action === 'imageEdit') return { label: t('action.IMAGE'), color: 'lime' }
  if (/^(generate|[a-zA-Z]+Generate)$/.test(action)) return { label: t('action.VIDEO'), color: 'blue' }
  return { label: t('action.unknown'), color: 'neutral' }
}

export const platformText = (t: T, platform: string): string =>
  platform === 'suno' || platform === 'video' || platform === 'image'
    ? t(`platform.${platform}`)
    : t('platform.unknown')

export const platformOptions = (t: T) =>
  (['suno', 'video', 'image'] as const).map((value) => ({ value, label: platformText(t, value) }))

const statusColors: Record<(typeof taskStatuses)[number], TagColor> = {
  NOT_START: 'neutral',
  SUBMITTED: 'yellow',
  QUEUED: 'red',
  IN_PROGRESS: 'blue',
  FAILURE: 'red',
  SUCCESS: 'green',
  UNKNOWN: 'neutral',
}

export function statusOf(t: T, status: string): { label: string; color: TagColor } {
  if (status === '') return { label: t('status.submitting'), color: 'neutral' }
  const known = taskStatuses.find((one) => one === status) ?? 'UNKNOWN'
  return { label: t(`status.${known}`), color: statusColors[known] }
}

export const isOver = (status: string): boolean => status === 'SUCCESS' || status === 'FAILURE'

export const actionOptions = (t: T) => musicActions.map((value) => ({ value, label: typeOf(t, value).label }))

export const statusOptions = (t: T) =>
  taskStatuses.filter((status) => status !== 'UNKNOWN').map((value) => ({ value, label: statusOf(t, value).label }))
