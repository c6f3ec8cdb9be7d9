import type { Announcement } from '@sluice/contract/site-content'
import { Divider, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { AnnouncementList } from '../../components/announcement-list.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { Library } from '../library.tsx'

interface NoticeDialogProps {
  /** '' = none. */
  notice: string
  announcements: readonly Announcement[]
  onClose(): void
}

/** The notice of the site, and its announcements below. */
export function NoticeDialog({ notice, announcements, onClose }: NoticeDialogProps) {
  const { t } = useTranslation(['shell', 'content'])
  const hasNotice = notice.trim() !== ''
  return (
    <Library>
      <Modal open title={t('notice')} footer={null} onCancel={onClose} width={600}>
        {hasNotice && <Markdown text={notice} />}
        {hasNotice && announcements.length > 0 && <Divider />}
        {announcements.length > 0 && <AnnouncementList announcements={announcements} />}
      </Modal>
    </Library>
  )
}
