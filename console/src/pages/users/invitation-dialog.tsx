import type { Invitation } from '@sluice/contract/user'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import { Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { formatTime } from '../../lib/format.ts'
import { useStatus } from '../../lib/queries.ts'
import { siteAddress } from '../../lib/site-address.ts'

export interface Invited {
  id: number
  username: string
  invitation: Invitation
}

/** Where the link of an invitation went, or the link itself, once. */
export function InvitationDialog({ username, invitation, onClose }: Invited & { onClose(): void }) {
  const { t } = useTranslation(['users', 'common'])
  const address = siteAddress(useStatus()?.server_address)
  const { path, mailed_to: email, expires_at: expiresAt } = invitation
  return (
    <Modal
      open
      title={t('invitation.title', { name: username })}
      okText={t('common:actions.close')}
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <Stack gap={12}>
        <p>{path === '' ? t('invitation.mailed', { email }) : t('invitation.shown')}</p>
        {path !== '' && <CopyText value={`${address}${path}`} label={t('invitation.link')} />}
        <p className={texts.help}>{t('invitation.until', { time: formatTime(expiresAt) })}</p>
      </Stack>
    </Modal>
  )
}
