import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../components/markdown.tsx'

export function NoticeDialog({ text, onClose }: { text: string; onClose(): void }) {
  const { t } = useTranslation('shell')
  return (
    <Modal open title={t('notice')} footer={null} onCancel={onClose} width={600}>
      <Markdown text={text} />
    </Modal>
  )
}
