import { Form, InputNumber, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './channels.module.css'
import { priorityRange, weightRange } from './inline-number.ts'
import type { ChannelActions } from './use-channel-actions.ts'
import { useFormDialog } from './use-form-dialog.ts'

export interface BatchEditDialogProps {
  ids: readonly number[]
  actions: ChannelActions
  onClose(): void
}

interface Values {
  priority: number | null
  weight: number | null
}

/** Gives the selected channels a priority, a weight, or both. What is left blank stays as it is in each. */
export function BatchEditDialog({ ids, actions, onClose }: BatchEditDialogProps) {
  const { t } = useTranslation(['channels', 'common'])
  const { form, dialog, save } = useFormDialog<Values>(onClose)
  const priority = Form.useWatch('priority', form) ?? null
  const weight = Form.useWatch('weight', form) ?? null

  const editAll = () =>
    save(() =>
      actions.editMany(ids, {
        ...(priority !== null && { priority }),
        ...(weight !== null && { weight }),
      }),
    )
  return (
    <Modal
      {...dialog}
      title={t('batch.editTitle', { count: ids.length })}
      okText={t('common:actions.save')}
      okButtonProps={{ disabled: priority === null && weight === null }}
    >
      <p className={css.hint}>{t('batch.editHint')}</p>
      <Form<Values> form={form} layout="vertical" onFinish={editAll}>
        <div className={css.pair}>
          <Form.Item name="priority" label={t('columns.priority')} extra={t('field.priorityHelp')}>
            <InputNumber
              autoFocus
              min={priorityRange.min}
              max={priorityRange.max}
              precision={0}
              placeholder={t('tag.unchanged')}
              style={{ width: '100%' }}
            />
          </Form.Item>
          <Form.Item name="weight" label={t('columns.weight')} extra={t('field.weightHelp')}>
            <InputNumber
              min={weightRange.min}
              max={weightRange.max}
              precision={0}
              placeholder={t('tag.unchanged')}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </div>
      </Form>
    </Modal>
  )
}
