import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import { TableFailure } from '../../components/data-table-states.tsx'
import { Row, Stack } from '../../components/layout.tsx'
import { SiteContent } from '../../components/site-content.tsx'
import texts from '../../components/text.module.css'
import { ownSite } from '../../lib/base-path.ts'
import { baseUrlOf } from '../../lib/curl-example.ts'
import { siteTextQuery, useStatus } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'
import css from './home-page.module.css'

const points = ['oneApi', 'billing', 'failover'] as const

function DefaultHome() {
  const { t } = useTranslation('home')
  const status = useStatus()
  const user = useSessionUser()
  const navigate = useNavigate()
  const baseUrl = baseUrlOf(status?.server_address ?? '', ownSite())
  return (
    <div className={css.page}>
      <Stack as="section" gap={24} align="start" className={css.hero}>
        <h1>{t('headline')}</h1>
        <p>{t('text')}</p>
        <Row gap={[4, 12]} wrap className={css.address}>
          <span className={texts.help}>{t('baseUrl')}</span>
          <CopyText value={baseUrl} label={t('baseUrl')} />
        </Row>
        <Button type="primary" size="large" onClick={() => navigate({ to: user === null ? '/login' : '/token' })}>
          {user === null ? t('login') : t('start')}
        </Button>
      </Stack>
      <ul className={css.points}>
        {points.map((point) => (
          <li key={point}>
            <h2>{t(`points.${point}`)}</h2>
            <p>{t(`points.${point}Text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The operator's home page; by default a short introduction. */
export function HomePage() {
  const { t } = useTranslation('home')
  const query = useQuery({ ...siteTextQuery('home_page_content'), throwOnError: false })
  if (query.data === undefined) return query.error && <TableFailure query={query} error={query.error} />
  const content = query.data
  if (!content.trim()) return <DefaultHome />
  return <SiteContent content={content} title={t('frame')} />
}
