import { tagNameMax } from '@sluice/contract/channel-write'
import { Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ChannelActions } from './use-channel-actions.ts'
import { useFormDialog } from './use-form-dialog.ts'

export interface BatchTagDialogProps {
  ids: readonly number[]
  actions: ChannelActions
  onDone(): void
  onClose(): void
}

/** Sets one tag for the selected channels. */
export function BatchTagDialog({ ids, actions, onDone, onClose }: BatchTagDialogProps) {
  const { t } = useTranslation('channels')
  const { form, dialog, save } = useFormDialog<{ tag: string }>(onClose)
  const tagAll = ({ tag }: { tag: string }) =>
    save(async () => {
      await actions.tagMany(ids, tag.trim())
      onDone()
    })
  return (
    <Modal {...dialog} title={t('batch.tagTitle', { count: ids.length })} okText={t('batch.tagConfirm')}>
      <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={tagAll}>
        <Form.Item
          name="tag"
          label={t('columns.tag')}
          extra={t('batch.tagHelp')}
          rules={[{ required: true, whitespace: true, message: t('batch.tagRequired') }]}
        >
          <Input maxLength={tagNameMax} autoFocus autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
