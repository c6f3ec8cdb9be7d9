import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { Row } from '../../../components/layout.tsx'
import { useCopy } from '../../../components/use-copy.tsx'
import { api } from '../../../lib/api.ts'
import css from '../personal-settings.module.css'
import { Section, SettingRow } from '../section.tsx'

/** A token with all rights of the account, for programs. */
export function AccessSection() {
  return (
    <Section id="access">
      <div className={css.rows}>
        <TokenRow />
      </div>
    </Section>
  )
}

function TokenRow() {
  const { t } = useTranslation('personal-settings')
  const confirm = useConfirmAction()
  const { tryCopy } = useCopy()
  const [token, setToken] = useState<string | null>(null)
  const create = useMutation({
    mutationFn: () => api('POST /api/user/token'),
    onSuccess: (made) => {
      setToken(made)
      void tryCopy(made, t('token.copied'))
    },
  })
  const ask = () =>
    confirm({
      title: t('token.confirmTitle'),
      consequence: t('token.confirmText'),
      confirm: t('token.confirm'),
      danger: false,
      run: () => create.mutateAsync(),
    })
  return (
    <>
      <SettingRow
        label={t('token.label')}
        help={t('token.text')}
        actions={<Button onClick={ask}>{t('token.create')}</Button>}
      />
      {token !== null && <TokenDialog token={token} onClose={() => setToken(null)} />}
    </>
  )
}

/** Shows the token. It cannot be shown again. */
function TokenDialog({ token, onClose }: { token: string; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  const { copy } = useCopy()
  return (
    <Modal
      open
      title={t('token.title')}
      width={480}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>{t('token.done')}</Button>}
    >
      <Alert type="warning" showIcon title={t('token.once')} className={css.onceAlert} />
      <div className={css.secret}>
        <Row justify="between">
          <code className={css.secretText}>{token}</code>
          <Button type="primary" onClick={() => copy(token, t('token.copiedAgain'))}>
            {t('token.copy')}
          </Button>
        </Row>
      </div>
    </Modal>
  )
}
