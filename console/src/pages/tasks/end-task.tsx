import { endReasonMax, type Task } from '@sluice/contract/task'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout.tsx'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { endTask } from './queries.ts'
import { isOver } from './task-texts.ts'

/** Ends a task by hand, for administrators who may move balances; nothing for a task that is over. */
export function EndTask({ row }: { row: Task }) {
  const { t } = useTranslation('tasks')
  const client = useQueryClient()
  const mayEnd = may(useSessionUser(), 'billing.write')
  const reasonId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const work = useMutation({
    mutationFn: () => endTask(row.id, reason),
    meta: { silent: true },
    onSuccess: () => {
      toastSuccess(t('end.done'))
      setIsOpen(false)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['tasks'] }),
  })
  if (!mayEnd || isOver(row.status)) return null
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('end.action')}
      </Button>
      <Modal
        open={isOpen}
        title={t('end.title')}
        width={440}
        okText={t('end.submit')}
        okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: work.isPending }}
        onOk={() => work.mutate()}
        onCancel={() => setIsOpen(false)}
      >
        <Stack gap={8}>
          <p>{t('end.consequence', { user: row.username })}</p>
          <label htmlFor={reasonId}>{t('end.reason')}</label>
          <Input.TextArea
            id={reasonId}
            value={reason}
            maxLength={endReasonMax}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => setReason(event.target.value)}
          />
          {work.error && <Alert type="error" showIcon title={work.error.message} />}
        </Stack>
      </Modal>
    </>
  )
}
