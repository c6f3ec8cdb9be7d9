import type { DrawingTask } from '@sluice/contract/drawing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSessionUser } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { actionText } from './drawing-texts.ts'
import { pressButton } from './queries.ts'

/** The buttons of a finished drawing of one's own: each leads to a further task, which is charged. */
export function DrawingButtons({ row }: { row: DrawingTask }) {
  const { t } = useTranslation('tasks')
  const client = useQueryClient()
  const userId = useSessionUser()?.id ?? 0
  const work = useMutation({
    mutationFn: (customId: string) => pressButton(row, customId, userId),
    onSuccess: () => toastSuccess(t('buttons.done')),
    onSettled: () => client.invalidateQueries({ queryKey: ['drawings'] }),
  })
  if (row.actions.length === 0 || row.user_id !== userId) return null
  const items = row.actions.map(({ custom_id, label, action }) => {
    const name = actionText(t, action)
    return { key: custom_id, label: label === '' ? name : `${label} · ${name}` }
  })
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => work.mutate(key) }}>
      <Button
        size="small"
        loading={work.isPending}
        title={t('buttons.charged')}
        aria-label={t('buttons.of', { id: row.mj_id })}
      >
        {t('buttons.more')}
      </Button>
    </Dropdown>
  )
}
