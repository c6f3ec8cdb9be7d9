import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelActions } from './use-channel-actions.ts'

export interface BatchTagDialogProps {
  ids: readonly number[]
  actions: ChannelActions
  onDone(): void
  onClose(): void
}

/** Gives the selected channels one tag. */
export function BatchTagDialog({ ids, actions, onDone, onClose }: BatchTagDialogProps) {
  const { t } = useTranslation(['channels', 'common'])
  const [form] = Form.useForm<{ tag: string }>()
  const [isSaving, setIsSaving] = useState(false)

  const save = async ({ tag }: { tag: string }) => {
    setIsSaving(true)
    try {
      await actions.tagMany(ids, tag.trim())
      onDone()
      onClose()
    } catch {
      // Shown by the mutation; the dialog stays for another try.
      setIsSaving(false)
    }
  }
  return (
    <Modal
      open
      title={t('batch.tagTitle', { count: ids.length })}
      okText={t('batch.tagConfirm')}
      cancelText={t('common:actions.cancel')}
      confirmLoading={isSaving}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={save}>
        <Form.Item
          name="tag"
          label={t('columns.tag')}
          extra={t('batch.tagHelp')}
          rules={[{ required: true, whitespace: true, message: t('batch.tagRequired') }]}
        >
          <Input maxLength={64} autoFocus autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
