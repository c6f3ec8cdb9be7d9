import { isRunning } from '@sluice/contract/site-content'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { useStatus } from '../../lib/queries.ts'
import { readText, writeText } from '../../lib/storage.ts'
import css from './running-banner.module.css'

const Markdown = lazy(async () => ({ default: (await import('../../components/markdown.tsx')).Markdown }))

/** The newest announcement that runs now, on all pages until the browser's user hides it. */
export function RunningBanner() {
  const { t } = useTranslation('shell')
  const [hidden, setHidden] = useState(() => readText('banner-hidden'))
  const running = useStatus()?.announcements?.find((one) => isRunning(one, Date.now()))
  if (!running) return null
  const name = `${running.publishDate} ${running.content}`
  if (hidden === name) return null
  const hide = () => {
    setHidden(name)
    writeText('banner-hidden', name)
  }
  return (
    <div className={css.banner} role="status" data-type={running.type}>
      <Suspense fallback={null}>
        <Markdown text={running.content} />
      </Suspense>
      <PlainButton kind="text" aria-label={t('hideBanner')} title={t('hideBanner')} onClick={hide}>
        ×
      </PlainButton>
    </div>
  )
}
