import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout.tsx'
import css from './setup-page.module.css'
import { usageModes } from './usage-mode-input.tsx'

export function ModeHelp({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { t } = useTranslation('setup')
  return (
    <Modal
      open={isOpen}
      title={t('mode.helpTitle')}
      onCancel={onClose}
      footer={
        <Button size="middle" type="primary" onClick={onClose}>
          {t('mode.understood')}
        </Button>
      }
    >
      <Stack as="dl" gap={16} className={css.modeHelp}>
        {usageModes.map((mode) => (
          <div key={mode}>
            <dt>{t(`mode.${mode}`)}</dt>
            <dd>{t(`mode.${mode}Help`)}</dd>
          </div>
        ))}
      </Stack>
    </Modal>
  )
}
