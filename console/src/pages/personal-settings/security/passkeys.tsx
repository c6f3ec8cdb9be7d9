import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import type { SecondFactors } from '@sluice/contract/second-factor'
import type { User } from '@sluice/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { Row } from '../../../components/layout.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import { factorsQuery } from '../../../lib/user-queries.ts'
import css from '../personal-settings.module.css'
import { SettingRow } from '../section.tsx'
import { useAction } from '../use-action.ts'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'

type Passkey = SecondFactors['passkeys'][number]

/** Device keys that sign in without a password. */
export function Passkeys({ user, passkeys }: { user: User; passkeys: Passkey[] }) {
  const { t } = useTranslation('personal-settings')
  const [isOpen, setIsOpen] = useState(false)
  const isSupported = 'PublicKeyCredential' in window
  return (
    <div>
      <SettingRow
        label={t('passkey.label')}
        help={isSupported ? t('passkey.text') : t('passkey.unsupported')}
        actions={
          <Button disabled={!isSupported} onClick={() => setIsOpen(true)}>
            {t('passkey.add')}
          </Button>
        }
      />
      {passkeys.length > 0 && (
        <ul className={css.subRows}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && <AddPasskeyDialog user={user} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('personal-settings')
  const confirm = useConfirmAction()
  const [isOpen, setIsOpen] = useState(false)
  const { id, name } = passkey
  const remove = useAction(() => api('DELETE /api/user/passkeys/:id', { params: { id } }), {
    done: t('passkey.removed'),
    refresh: factorsQuery.queryKey,
  })
  const askToRemove = () =>
    confirm({
      title: t('passkey.removeTitle', { name }),
      consequence: t('passkey.removeText'),
      confirm: t('passkey.remove'),
      run: () => remove.mutateAsync(),
    })
  return (
    <SettingRow
      icon={<KeyOutlined />}
      label={name}
      help={
        <Row as="span" gap={[0, 12]} align="stretch" wrap>
          <span>
            {t('passkey.created')} <TimeText seconds={passkey.created_time} />
          </span>
          <span>
            {t('passkey.lastUsed')} <TimeText seconds={passkey.last_used_time} />
          </span>
        </Row>
      }
      actions={
        <>
          <Button
            type="text"
            size="small"
            aria-label={t('passkey.renameLabel', { name })}
            onClick={() => setIsOpen(true)}
          >
            {t('passkey.rename')}
          </Button>
          <Button type="text" size="small" danger aria-label={t('passkey.removeLabel', { name })} onClick={askToRemove}>
            {t('passkey.remove')}
          </Button>
          {isOpen && <RenamePasskeyDialog passkey={passkey} onClose={() => setIsOpen(false)} />}
        </>
      }
    />
  )
}
