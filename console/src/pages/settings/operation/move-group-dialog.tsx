import type { GroupUse } from '@sluice/contract/group'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useSettings } from '../settings-context.ts'
import { parseNumbers } from './json-table.ts'
import css from './operation.module.css'
import { groupUsesQuery, moveGroup } from './queries.ts'

export const isUsed = ({ users, tokens, channels }: GroupUse): boolean => users + tokens + channels > 0

interface MoveGroupProps {
  use: GroupUse
  onMoved(): void
  onClose(): void
}

/** Asks for another group for the accounts, tokens and channels of a group, and moves them. */
export function MoveGroupDialog({ use, onMoved, onClose }: MoveGroupProps) {
  const { t } = useTranslation(['settings-operation', 'common'])
  const client = useQueryClient()
  const { snapshot } = useSettings()
  // Only saved groups are valid targets.
  const saved = parseNumbers(snapshot.values.GroupRatio ?? '{}')
  const groups = saved.ok ? [...saved.value.keys()].filter((name) => name !== use.group) : []
  const [to, setTo] = useState('default')
  const { group } = use
  const move = useMutation({
    mutationFn: () => moveGroup(group, to),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: groupUsesQuery.queryKey })
      toastSuccess(t('groups.moved', { group }))
      onMoved()
      onClose()
    },
  })
  return (
    <Modal
      open
      title={t('groups.moveTitle', { group })}
      okText={t('groups.move')}
      cancelText={t('common:actions.cancel')}
      confirmLoading={move.isPending}
      onOk={() => move.mutate()}
      onCancel={onClose}
    >
      <p>{t('groups.moveText', { ...use })}</p>
      <div className={css.moveTo}>
        <label htmlFor="move-group-to">{t('groups.moveTo')}</label>
        <Select
          id="move-group-to"
          value={to}
          onChange={setTo}
          options={groups.map((name) => ({ value: name, label: name }))}
        />
      </div>
    </Modal>
  )
}
