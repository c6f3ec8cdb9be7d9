import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import type { DrawingTask } from '@sluice/contract/drawing'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Nothing } from '../../components/nothing.tsx'
import { withBasePath } from '../../lib/base-path.ts'
import css from './drawings.module.css'

const windowWidth = 800

/** The picture of a task in a dialog, loaded on demand through this server. */
export function PicturePreview({ row }: { row: DrawingTask }) {
  const { t } = useTranslation('tasks')
  const [isOpen, setIsOpen] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  if (row.preview_path === '') return <Nothing />
  const title = t('picture.title', { id: row.mj_id })
  const open = () => {
    setIsBroken(false)
    setIsOpen(true)
  }
  return (
    <>
      <Button
        className={layout.cellButton}
        size="small"
        type="text"
        icon={<PictureOutlined />}
        title={title}
        onClick={open}
      >
        {t('picture.view')}
      </Button>
      <Modal
        open={isOpen}
        title={title}
        width={windowWidth}
        destroyOnHidden
        onCancel={() => setIsOpen(false)}
        footer={
          <Button href={withBasePath(row.preview_path)} target="_blank" rel="noopener noreferrer">
            {t('picture.open')}
          </Button>
        }
      >
        {isBroken ? (
          <p className={css.broken}>{t('picture.failed')}</p>
        ) : (
          <img
            className={css.picture}
            src={withBasePath(row.preview_path)}
            alt={row.prompt || title}
            onError={() => setIsBroken(true)}
          />
        )}
      </Modal>
    </>
  )
}
