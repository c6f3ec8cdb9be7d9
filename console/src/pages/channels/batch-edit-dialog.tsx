import type { ChannelBatchEdit } from '@sluice/contract/channel-batch'
import { useQuery } from '@tanstack/react-query'
import { Form, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { NumberField } from '../../components/number-field.tsx'
import { sortModels } from '../../lib/sort-models.ts'
import css from './channels.module.css'
import { priorityRange, weightRange } from './inline-number.ts'
import { builtInModelsQuery, groupsQuery, modelsOfQuery } from './queries.ts'
import type { ChannelActions } from './use-channel-actions.ts'
import { useFormDialog } from './use-form-dialog.ts'

export interface BatchEditDialogProps {
  ids: readonly number[]
  /** Groups of the loaded selected channels. Only these can be removed. */
  groups: readonly string[]
  actions: ChannelActions
  onClose(): void
}

type Values = Omit<ChannelBatchEdit, 'ids' | 'priority' | 'weight'> & {
  priority: number | null
  weight: number | null
}

/** The changes in the form. A blank field changes nothing. */
function changesOf({ priority, weight, ...lists }: Values): Omit<ChannelBatchEdit, 'ids'> {
  const given = Object.entries(lists).filter(([, names]) => names !== undefined && names.length > 0)
  return {
    ...Object.fromEntries(given),
    ...(priority !== null && priority !== undefined && { priority }),
    ...(weight !== null && weight !== undefined && { weight }),
  }
}

/** Changes numbers, models and groups of the selected channels. A blank field changes nothing. */
export function BatchEditDialog({ ids, actions, onClose, ...known }: BatchEditDialogProps) {
  const { t } = useTranslation(['channels', 'channel-editor', 'common'])
  const { form, dialog, save } = useFormDialog<Values>(onClose)
  // Undefined until the form is mounted; the type of antd omits that.
  const values: Values | undefined = Form.useWatch([], form)
  const builtIn = useQuery(builtInModelsQuery).data ?? {}
  const groups = useQuery(groupsQuery).data ?? []
  const models = useQuery(modelsOfQuery(ids)).data ?? []
  const isEmpty = values === undefined || Object.keys(changesOf(values)).length === 0
  const nameList = (
    name: 'add_models' | 'remove_models' | 'add_groups' | 'remove_groups',
    names: readonly string[],
  ) => (
    <Form.Item name={name} label={t(`batch.${name}`)}>
      <Select
        mode={name.startsWith('add') ? 'tags' : 'multiple'}
        tokenSeparators={[',', '\n', ' ']}
        placeholder={t('tag.unchanged')}
        options={[...new Set(names)].map((value) => ({ value, label: value }))}
      />
    </Form.Item>
  )
  return (
    <Modal
      {...dialog}
      title={t('batch.editTitle', { count: ids.length })}
      okText={t('common:actions.save')}
      okButtonProps={{ disabled: isEmpty }}
    >
      <p className={css.hint}>{t('batch.editHint')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={(filled) => save(() => actions.editMany(ids, changesOf(filled)))}
      >
        <div className={layout.pair}>
          <Form.Item name="priority" label={t('columns.priority')} extra={t('channel-editor:field.priorityHelp')}>
            <NumberField
              controls={false}
              autoFocus
              min={priorityRange.min}
              max={priorityRange.max}
              precision={0}
              placeholder={t('tag.unchanged')}
              style={{ width: '100%' }}
            />
          </Form.Item>
          <Form.Item name="weight" label={t('columns.weight')} extra={t('channel-editor:field.weightHelp')}>
            <NumberField
              controls={false}
              min={weightRange.min}
              max={weightRange.max}
              precision={0}
              placeholder={t('tag.unchanged')}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </div>
        {nameList('add_models', sortModels(Object.values(builtIn).flat()))}
        {nameList('remove_models', sortModels(models))}
        {nameList('add_groups', groups)}
        {nameList('remove_groups', known.groups)}
      </Form>
    </Modal>
  )
}
