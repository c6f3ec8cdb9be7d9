import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { selfQuery } from '../../lib/queries.ts'
import { isAdmin as isAdminUser, useSessionUser } from '../../lib/session.ts'
import css from './playground.module.css'
import type { ModelsState } from './use-offer.ts'

/** Names what a call lacks, and leads to the page that supplies it. A call needs no key: it uses the login. */
export function MissingNote({ models }: { models: ModelsState }) {
  const { t } = useTranslation('playground')
  const navigate = useNavigate()
  const isAdmin = isAdminUser(useSessionUser())
  const { data: self } = useQuery({ ...selfQuery, throwOnError: false })
  if (models === 'none')
    return (
      <Alert
        type="info"
        showIcon
        className={css.notice}
        title={t(isAdmin ? 'missing.channel' : 'missing.model')}
        action={
          isAdmin && (
            <Button size="small" onClick={() => navigate({ to: '/channel/add' })}>
              {t('missing.addChannel')}
            </Button>
          )
        }
      />
    )
  if (self === undefined || self.quota > 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className={css.notice}
      title={t('missing.balance')}
      action={
        <Button size="small" onClick={() => navigate({ to: '/topup' })}>
          {t('missing.topUp')}
        </Button>
      }
    />
  )
}
