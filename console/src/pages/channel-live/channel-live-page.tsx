import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FigureLine } from '../../components/figure-line.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import texts from '../../components/text.module.css'
import { formatCount, formatPercent } from '../../lib/format.ts'
import { buildLive } from './build-live.ts'
import css from './channel-live.module.css'
import { DryRunPanel } from './dry-run-panel.tsx'
import { LiveRow } from './live-row.tsx'
import { liveQuery } from './queries.ts'

/** The current state of the channels, and a dry run. */
export function ChannelLivePage() {
  const { t } = useTranslation(['routing', 'flow', 'pricing'])
  const query = useQuery(liveQuery)
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <DryRunPanel />
      <section className={css.panel}>
        <LoadState query={query} rows={6}>
          {(entries) => {
            const view = buildLive(entries)
            const { errorShare } = view
            return (
              <>
                <FigureLine
                  label={t('figures')}
                  figures={[
                    { label: t('calls'), hint: t('callsHint'), value: formatCount(view.calls) },
                    {
                      label: t('errors'),
                      hint: t('errorsHint'),
                      value: errorShare === null ? undefined : formatPercent(errorShare * 100),
                    },
                    { label: t('inFlight'), hint: t('inFlightHint'), value: formatCount(view.inFlight) },
                    { label: t('resting'), hint: t('restingHint'), value: formatCount(view.resting) },
                  ]}
                />
                {view.rows.length === 0 ? (
                  <p className={`${texts.second} ${css.empty}`}>{t('none')}</p>
                ) : (
                  <ul className={css.list} aria-label={t('list')}>
                    <li className={css.head} aria-hidden>
                      <span>{t('channel')}</span>
                      <span>{t('state')}</span>
                      {(['calls', 'errors', 'latency', 'speed', 'inFlight'] as const).map((name) => (
                        <span key={name} className={css.number}>
                          {t(name)}
                        </span>
                      ))}
                    </li>
                    {view.rows.map((row) => (
                      <LiveRow key={row.channel_id} row={row} />
                    ))}
                  </ul>
                )}
                {view.more > 0 && <p className={`${texts.second} ${css.empty}`}>{t('more', { count: view.more })}</p>}
              </>
            )
          }}
        </LoadState>
      </section>
    </>
  )
}
