import { userStatus } from '@sluice/contract/roles'
import { type UserBatchAnswer, userBatchMax } from '@sluice/contract/user-batch'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { DialogNote, FormDialog } from '../../components/form-dialog.tsx'
import { may, useSessionUser } from '../../lib/session.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { batchGroup, batchStatus, userListKey } from './queries.ts'
import { type BatchDialogProps, useBatchResult } from './use-batch-result.tsx'

interface BulkActionsProps {
  ids: number[]
  groups: readonly string[]
  /** Every account was handled. */
  onDone(): void
}

type Dialog = 'group' | 'balance' | 'message'

/** What can be done with the selected accounts at once. */
export function BulkActions({ ids, groups, onDone }: BulkActionsProps) {
  const { t } = useTranslation('users')
  const [open, setOpen] = useState<Dialog | null>(null)
  const viewer = useSessionUser()
  const mayWrite = may(viewer, 'user.write')
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const showResult = useBatchResult()
  const count = ids.length
  const finish = (answer: UserBatchAnswer) => {
    setOpen(null)
    void client.invalidateQueries({ queryKey: userListKey })
    showResult(answer)
    onDone()
  }
  const close = () => setOpen(null)
  const unban = async () => finish(await batchStatus(ids, userStatus.enabled))
  const ban = () =>
    confirm({
      title: t('bulk.banTitle', { count }),
      consequence: t('bulk.banText'),
      confirm: t('action.disable'),
      run: async () => finish(await batchStatus(ids, userStatus.banned)),
    })
  const isTooMany = count > userBatchMax
  const button = (key: string, label: string, run: () => unknown) => (
    <Button
      key={key}
      size="small"
      disabled={isTooMany}
      title={isTooMany ? t('bulk.tooMany', { max: userBatchMax }) : undefined}
      onClick={run}
    >
      {label}
    </Button>
  )
  return (
    <>
      {mayWrite && button('group', t('bulk.group'), () => setOpen('group'))}
      {may(viewer, 'user.balance') && button('balance', t('addQuota.action'), () => setOpen('balance'))}
      {mayWrite && button('message', t('bulk.message'), () => setOpen('message'))}
      {mayWrite && button('unban', t('action.enable'), unban)}
      {mayWrite && button('ban', t('action.disable'), ban)}
      {open === 'group' && <GroupDialog ids={ids} groups={groups} onDone={finish} onClose={close} />}
      {open === 'balance' && <AdjustDialog ids={ids} onDone={finish} onClose={close} />}
      {open === 'message' && <MessageDialog ids={ids} onClose={close} />}
    </>
  )
}

function GroupDialog({ ids, groups, onDone, onClose }: BatchDialogProps & { groups: readonly string[] }) {
  const { t } = useTranslation('users')
  return (
    <FormDialog<{ groups: string[] }>
      name="bulkGroup"
      title={t('bulk.groupTitle', { count: ids.length })}
      submitText={t('bulk.group')}
      initialValues={{ groups: [] }}
      onClose={onClose}
      onSubmit={async (values) => onDone(await batchGroup(ids, values.groups.join(',')))}
    >
      <DialogNote>{t('bulk.groupText')}</DialogNote>
      <Form.Item
        name="groups"
        label={t('form.group')}
        rules={[{ required: true, message: t('problem.groupRequired') }]}
        extra={t('form.groupHint')}
      >
        <Select mode="multiple" autoFocus options={groups.map((name) => ({ value: name, label: name }))} />
      </Form.Item>
    </FormDialog>
  )
}
