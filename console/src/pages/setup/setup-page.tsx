import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Library } from '../../app/library.tsx'
import { Stack } from '../../components/layout.tsx'
import { withBasePath } from '../../lib/base-path.ts'
import { setupQuery, useStatus } from '../../lib/queries.ts'
import { SetupForm } from './setup-form.tsx'
import css from './setup-page.module.css'

/** The first page of a new system: the administrator's account and the usage mode. */
export function SetupPage() {
  const { t } = useTranslation(['setup', 'common'])
  const site = useStatus()
  // Input would be lost if the form remounted at each check of the server.
  const setup = useQuery({ ...setupQuery, refetchOnWindowFocus: false })
  return (
    <Library>
      <div className={css.page}>
        <header className={css.header}>
          <img src={site?.logo || withBasePath('/logo.svg')} alt="" width={52} height={52} className={css.logo} />
          <h1>{t('title', { name: site?.system_name ?? '' })}</h1>
          <p>{t('purpose')}</p>
        </header>
        <Stack gap={24} className={css.card}>
          {setup.data?.database_type === 'sqlite' && (
            <Alert
              type="warning"
              showIcon
              className={css.notice}
              title={
                <>
                  <strong>{t('sqlite.title')}</strong>
                  <p>{t('sqlite.text')}</p>
                </>
              }
            />
          )}
          {setup.data?.root_init === true && <Alert type="info" showIcon title={t('adminExists')} />}
          {setup.data !== undefined && <SetupForm status={setup.data} siteName={site?.system_name ?? ''} />}
          {setup.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
          {setup.data === undefined && setup.error !== null && (
            <Alert
              type="error"
              showIcon
              title={t('loadFailed')}
              description={setup.error.message}
              action={
                <Button loading={setup.isFetching} onClick={() => setup.refetch()}>
                  {t('common:actions.retry')}
                </Button>
              }
            />
          )}
        </Stack>
      </div>
    </Library>
  )
}
