import { viewMinutes, viewReasonMax } from '@sluice/contract/account-view'
import type { User } from '@sluice/contract/user'
import { Button, Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../components/form-dialog.tsx'
import { viewAddress } from '../../lib/account-view.ts'
import { useStatus } from '../../lib/queries.ts'
import { startView } from './queries.ts'

interface ViewValues {
  reason: string
}

interface ViewDialogProps {
  user: Pick<User, 'id' | 'username'>
  onClose(): void
}

/** Opens the console as the account in a new tab, after a question. */
export function ViewDialog({ user, onClose }: ViewDialogProps) {
  const { t } = useTranslation(['users', 'common'])
  const first = useStatus()?.enable_data_export ? '/detail' : '/token'
  const [blocked, setBlocked] = useState<string | null>(null)
  const tab = useRef<Window | null>(null)
  const open = async ({ reason }: ViewValues) => {
    // Now, not after the answer: browsers open a tab only for a click.
    tab.current = window.open('', '_blank')
    const { view } = await startView(user.id, reason).catch((error: unknown) => {
      tab.current?.close()
      throw error
    })
    const address = viewAddress(view, first)
    if (tab.current === null) return setBlocked(address)
    // The page that opened it is not its own.
    tab.current.opener = null
    tab.current.location.replace(address)
    onClose()
  }
  const title = t('view.title', { name: user.username })
  if (blocked !== null)
    return (
      <Modal
        open
        title={title}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('common:actions.close')}</Button>}
      >
        <DialogNote>{t('view.blocked')}</DialogNote>
        <Button type="primary" href={blocked} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          {t('view.open')}
        </Button>
      </Modal>
    )
  return (
    <FormDialog<ViewValues>
      name="view"
      title={title}
      submitText={t('view.open')}
      initialValues={{ reason: '' }}
      onClose={onClose}
      onSubmit={open}
    >
      <DialogNote>{t('view.text', { name: user.username, count: viewMinutes })}</DialogNote>
      <Form.Item<ViewValues> name="reason" label={t('view.reason')} extra={t('view.reasonHint')}>
        <Input maxLength={viewReasonMax} />
      </Form.Item>
    </FormDialog>
  )
}
