import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import texts from '../../../components/text.module.css'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { selfQuery } from '../../../lib/queries.ts'

/** Sends a test mail and shows the reply of the mail server. */
export function TestMailDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('settings-system')
  const { data: self } = useQuery(selfQuery)
  const [form] = Form.useForm<{ to: string }>()
  const send = useMutation({
    mutationFn: (to: string) => api('POST /api/option/test_mail', { body: { to: to.trim() } }),
    meta: { silent: true },
  })
  const refused = send.error instanceof ApiError ? send.error.fields.to : undefined
  return (
    <Modal
      open
      title={t('testMail.title')}
      width={480}
      okText={t('testMail.send')}
      // Labelled here, as the spinner would otherwise become part of the name.
      okButtonProps={{ 'aria-label': t('testMail.send'), loading: send.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {self && (
        <Form
          form={form}
          name="test-mail"
          layout="vertical"
          requiredMark={false}
          initialValues={{ to: self.email }}
          onFinish={({ to }) => send.mutate(to)}
        >
          <Form.Item
            name="to"
            label={t('testMail.to')}
            rules={[{ required: true, whitespace: true, message: t('testMail.toRequired') }]}
            {...(refused !== undefined && { validateStatus: 'error', help: refused })}
          >
            <Input type="email" autoComplete="email" autoFocus />
          </Form.Item>
          <button type="submit" hidden />
        </Form>
      )}
      {send.isSuccess && (
        <Alert
          type="success"
          showIcon
          title={t('testMail.sent', { address: send.variables.trim() })}
          description={<code className={texts.anywhere}>{send.data.response}</code>}
        />
      )}
      {send.error && refused === undefined && (
        <Alert type="error" showIcon title={send.error.message} className={texts.anywhere} />
      )}
    </Modal>
  )
}
