import { passwordMin } from '@sluice/contract/account-bounds'
import { roles } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { selfQuery } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'

/** Asks administrators with an imported password that is too short for a longer one, on every page until then. */
export function ShortPasswordNotice() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const user = useSessionUser()
  const isAdmin = user !== null && user.role >= roles.admin
  const { data: self } = useQuery({ ...selfQuery, enabled: isAdmin, throwOnError: false })
  if (!isAdmin || self?.password_is_short !== true) return null
  return (
    <Alert
      className={layout.notice}
      type="warning"
      showIcon
      title={t('shortPassword.text', { least: passwordMin })}
      action={
        <Button size="small" onClick={() => navigate({ to: '/personal', search: { tab: 'security' } })}>
          {t('shortPassword.action')}
        </Button>
      }
    />
  )
}
