import type { SystemStatus } from '@sluice/contract/status'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../lib/queries.ts'
import css from './shell.module.css'

/** Elements that could restyle the whole page or request input in its name. */
const forbidden = {
  FORBID_ATTR: ['style'],
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select'],
}

/** The projects whose calls and screens this one follows. */
const credits = [
  { name: 'New API', address: 'https://github.com/QuantumNous/new-api' },
  { name: 'One API', address: 'https://github.com/songquanpeng/one-api' },
]

/** The operator's own HTML, sanitised. The sanitiser is loaded only if there is a footer. */
function CustomFooter({ html }: { html: string }) {
  const { data: clean } = useQuery({
    queryKey: ['status', 'footer', html],
    queryFn: async () => (await import('dompurify')).default.sanitize(html, forbidden),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  return <div dangerouslySetInnerHTML={{ __html: clean ?? '' }} />
}

/** `0.1.0 (1a2b3c4)`, without the commit where the server does not know it. */
const versionOf = ({ version, commit }: Pick<SystemStatus, 'version' | 'commit'>): string =>
  commit === '' ? version : `${version} (${commit.slice(0, 7)})`

export function Footer() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  if (status === null) return null
  return (
    <footer className={css.footer}>
      {status.footer_html === '' ? (
        <>
          <span>{t('footer.poweredBy', { version: versionOf(status) })}</span>
          <span>
            {t('footer.credits')}{' '}
            {credits.map(({ name, address }, index) => (
              <Fragment key={name}>
                {index > 0 && t('footer.and')}
                <a href={address} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              </Fragment>
            ))}
          </span>
        </>
      ) : (
        <CustomFooter html={status.footer_html} />
      )}
    </footer>
  )
}
