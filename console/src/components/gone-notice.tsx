import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from './layout.module.css'

/** Says above a list that the row in the address does not exist (any more). Closing it forgets the row. */
export function GoneNotice({ title, onClose }: { title: string; onClose(): void }) {
  const { t } = useTranslation('common')
  return (
    <Alert
      type="warning"
      showIcon
      className={layout.notice}
      title={title}
      closable={{ onClose, 'aria-label': t('actions.close') }}
    />
  )
}
