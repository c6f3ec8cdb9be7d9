import { type UserMessage, userMessageBounds } from '@sluice/contract/user-batch'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Flex, Form, Input, Modal, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../components/form-dialog.tsx'
import texts from '../../components/text.module.css'
import { formatNumber } from '../../lib/format.ts'
import { newId } from '../../lib/new-id.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastFailure, toastSuccess } from '../../lib/toasts.ts'
import { batchMessage, cancelMessage, messagePreviewQuery, messageQuery } from './queries.ts'
import { RefusedAccounts } from './refused-accounts.tsx'

interface MessageDialogProps {
  ids: number[]
  onClose(): void
}

/** A message by mail or webhook, as each account has chosen for its notices; after sending, how far it is. */
export function MessageDialog({ ids, onClose }: MessageDialogProps) {
  const { t } = useTranslation('users')
  const { titleMax, contentMax } = userMessageBounds
  // One name for all attempts: a repeated request sends nothing twice.
  const [batch] = useState(newId)
  const [sent, setSent] = useState<UserMessage | null>(null)
  if (sent !== null) return <MessageProgress message={sent} onClose={onClose} />
  return (
    <FormDialog<{ title: string; content: string }>
      name="bulkMessage"
      title={t('bulk.messageTitle', { count: ids.length })}
      submitText={t('bulk.send')}
      onClose={onClose}
      onSubmit={async (values) => {
        const { message } = await batchMessage({ ids, ...values, batch })
        if (message === null) throw new Error(t('message.nobody'))
        setSent(message)
      }}
      width={560}
    >
      <Receivers ids={ids} />
      <Form.Item
        name="title"
        label={t('bulk.subject')}
        rules={[{ required: true, whitespace: true, message: t('bulk.subjectRequired') }]}
      >
        <Input autoFocus maxLength={titleMax} />
      </Form.Item>
      <Form.Item
        name="content"
        label={t('bulk.content')}
        rules={[{ required: true, whitespace: true, message: t('bulk.contentRequired') }]}
      >
        <Input.TextArea rows={6} maxLength={contentMax} />
      </Form.Item>
    </FormDialog>
  )
}

/** How many accounts the message reaches, and which ones it does not. */
function Receivers({ ids }: { ids: number[] }) {
  const { t } = useTranslation('users')
  const viewer = useSessionUser()
  const { data, error } = useQuery(messagePreviewQuery(ids))
  if (error) return <DialogNote>{error.message}</DialogNote>
  if (data === undefined) return <DialogNote>{t('message.counting')}</DialogNote>
  const { mail, webhook, refused } = data
  return (
    <Flex vertical gap={12}>
      {!data.has_mail_server && (
        <Alert
          type="warning"
          showIcon
          title={t('message.noMailServer')}
          action={
            may(viewer, 'setting.write') && (
              <Link to="/setting" search={{ tab: 'system' }} hash="card-smtp">
                {t('message.setUpMail')}
              </Link>
            )
          }
        />
      )}
      <DialogNote>
        {t('message.reached', {
          count: mail + webhook,
          number: formatNumber(mail + webhook),
          mail: formatNumber(mail),
          webhook: formatNumber(webhook),
        })}
      </DialogNote>
      {refused.length > 0 && (
        <details>
          <summary>{t('message.unreached', { count: refused.length, number: formatNumber(refused.length) })}</summary>
          <RefusedAccounts refused={refused} />
        </details>
      )}
    </Flex>
  )
}

/** The delivery goes on when this is closed. */
function MessageProgress({ message: sent, onClose }: { message: UserMessage; onClose(): void }) {
  const { t } = useTranslation(['users', 'common'])
  const { data = sent, refetch } = useQuery(messageQuery(sent))
  const { receivers, failed, cancelled } = data
  const over = data.sent + failed + cancelled
  const isOver = over >= receivers
  const cancel = async () => {
    if (await cancelMessage(data.id).catch(toastFailure)) toastSuccess(t('message.isCancelled'))
    void refetch()
  }
  return (
    <Modal
      open
      title={t('bulk.messageTitle', { count: receivers })}
      onCancel={onClose}
      footer={[
        !isOver && (
          <Button key="cancel" onClick={cancel}>
            {t('message.cancel')}
          </Button>
        ),
        <Button key="close" type="primary" onClick={onClose}>
          {t('common:actions.close')}
        </Button>,
      ]}
    >
      <p aria-live="polite">
        {t(isOver ? 'message.over' : 'message.sending', {
          sent: formatNumber(data.sent),
          count: receivers,
          number: formatNumber(receivers),
        })}
        {failed > 0 && ` ${t('message.failed', { count: failed, number: formatNumber(failed) })}`}
        {cancelled > 0 && ` ${t('message.cancelled', { count: cancelled, number: formatNumber(cancelled) })}`}
      </p>
      <Progress
        percent={Math.floor((over / receivers) * 100)}
        showInfo={false}
        status={isOver ? 'normal' : 'active'}
        aria-label={t('bulk.messageTitle', { count: receivers })}
      />
      {!isOver && <p className={texts.hint}>{t('message.goesOn')}</p>}
    </Modal>
  )
}
