import { roles } from '@sluice/contract/roles'
import type { User } from '@sluice/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../personal-settings.module.css'
import { Section, SettingRow } from '../section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

/** The deletion of the account. */
export function RemovalSection({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
  const [isOpen, setIsOpen] = useState(false)
  const isProtected = user.role >= roles.root
  return (
    <Section id="removal">
      <div className={css.rows}>
        <SettingRow
          label={t('remove.label')}
          help={isProtected ? t('remove.rootText') : t('remove.text')}
          actions={
            <Button danger disabled={isProtected} onClick={() => setIsOpen(true)}>
              {t('remove.open')}
            </Button>
          }
        />
      </div>
      {isOpen && <DeleteDialog user={user} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
