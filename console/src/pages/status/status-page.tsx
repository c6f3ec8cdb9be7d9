import type { HealthMeasures, HealthOfModel, SiteHealth } from '@sluice/contract/site-health'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnouncementText } from '../../components/announcement-text.ts'
import { ListFrame } from '../../components/data-table-states.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { useVendorName } from '../../components/vendor-mark/vendor-name.ts'
import { withBasePath } from '../../lib/base-path.ts'
import { formatDuration, formatPercent, formatTime } from '../../lib/format.ts'
import { formatFirst } from '../../lib/format-list.ts'
import { headlineOf } from '../../lib/headline-of.ts'
import { modelParams } from '../../lib/model-address.ts'
import { Link } from '../../lib/page-router.tsx'
import { useStatus } from '../../lib/queries.ts'
import { siteHealthQuery } from '../../lib/site-health.ts'
import { DayBars } from './day-bars.tsx'
import css from './status.module.css'
import { strongestIncident } from './strongest-incident.ts'

/** Whether the models answer, for everyone: measured on the site's own calls. */
export function StatusPage() {
  const { t } = useTranslation(['status', 'pricing'])
  const query = useQuery({ ...siteHealthQuery, throwOnError: false })
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <ListFrame query={query} count={1} empty={{ title: t('few') }}>
        {() => query.data && <Health health={query.data} />}
      </ListFrame>
    </div>
  )
}

function Health({ health }: { health: SiteHealth }) {
  const { t } = useTranslation('status')
  const byVendor = Map.groupBy(health.models, ({ vendor }) => vendor)
  return (
    <>
      <Summary health={health} />
      {health.vendors.map((vendor) => (
        <Maker key={vendor.vendor} vendor={vendor} models={byVendor.get(vendor.vendor) ?? []} />
      ))}
      <Incidents incidents={health.incidents} />
      <p className={css.note}>{t('method')}</p>
    </>
  )
}

function Summary({ health }: { health: SiteHealth }) {
  const { t, i18n } = useTranslation('status')
  const textOf = useAnnouncementText()
  // The feed has absolute addresses, so it needs the site's own.
  const hasFeed = useStatus()?.server_address !== ''
  const failing = health.models.filter(({ state }) => state === 'fails').map(({ model_name: name }) => name)
  const measured =
    health.failing > 0
      ? t(failing.length > 0 ? 'failingNames' : 'failing', {
          count: health.failing,
          names: formatFirst(failing, failingNamesMax, i18n.resolvedLanguage),
        })
      : t(`summary.${health.state}`)
  const incident = strongestIncident(health.incidents, Date.now())
  const told = incident === null ? '' : headlineOf(textOf(incident).content)
  const state = told === '' ? health.state : worseOf(health.state, incident?.type === 'error' ? 'fails' : 'degraded')
  return (
    <section className={css.summary} data-state={state} aria-label={t('title')}>
      <div className={css.headline}>
        <h2>
          <span className={css.light} data-state={state} aria-hidden />
          {told === '' ? measured : told}
        </h2>
        {told !== '' && <p className={css.note}>{measured}</p>}
      </div>
      <dl>
        <Figure label={t('success')} value={health.success_rate === null ? null : formatPercent(health.success_rate)} />
        <Figure
          label={t('firstToken')}
          value={health.first_token_ms === null ? null : formatDuration(health.first_token_ms)}
        />
        <Figure label={t('measuredAt')} value={formatTime(health.measured_at)} />
      </dl>
      {hasFeed && <a href={withBasePath('/status.xml')}>{t('feed')}</a>}
    </section>
  )
}

/** Failing models that the headline names. */
const failingNamesMax = 3

const worseOf = (one: SiteHealth['state'], other: 'fails' | 'degraded'): SiteHealth['state'] =>
  one === 'fails' ? one : other

const Figure = ({ label, value }: { label: string; value: string | null }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value ?? '–'}</dd>
  </div>
)

function Maker({ vendor, models }: { vendor: SiteHealth['vendors'][number]; models: readonly HealthOfModel[] }) {
  const { t } = useTranslation('status')
  const nameOf = useVendorName()
  const name = vendor.vendor === '' ? t('otherMakers') : nameOf(vendor.vendor)
  return (
    <section className={css.maker}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <h2>
                <VendorMark vendor={vendor.vendor} icon={vendor.icon} /> {name}
              </h2>
            </th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('firstToken')}</th>
            <th scope="col">{t('days')}</th>
          </tr>
        </thead>
        <tbody>
          {models.length > 1 && <HealthRow label={t('allOf', { maker: name })} name={name} measures={vendor} />}
          {models.map((model) => (
            <HealthRow
              key={model.model_name}
              label={
                <Link to="/models/$model/$" params={modelParams(model.model_name)}>
                  {model.model_name}
                </Link>
              }
              name={model.model_name}
              measures={model}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface HealthRowProps {
  label: ReactNode
  /** For screen readers. */
  name: string
  measures: HealthMeasures
}

function HealthRow({ label, name, measures }: HealthRowProps) {
  const { t } = useTranslation('status')
  const { success_rate: day, long_success_rate: long, first_token_ms: first } = measures
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <span className={css.state} data-state={measures.state}>
          {t(`states.${measures.state}`)}
        </span>
      </td>
      <td data-label={t('day')}>{day === undefined ? '–' : formatPercent(day)}</td>
      <td data-label={t('firstToken')}>{first === undefined ? '–' : formatDuration(first)}</td>
      <td className={css.longTerm}>
        <DayBars days={measures.days} name={name} />
        <span>{long === undefined ? '–' : formatPercent(long)}</span>
      </td>
    </tr>
  )
}

function Incidents({ incidents }: { incidents: SiteHealth['incidents'] }) {
  const { t } = useTranslation('status')
  const textOf = useAnnouncementText()
  return (
    <section className={css.incidents}>
      <h2>{t('incidents')}</h2>
      {incidents.length === 0 && <p className={css.note}>{t('noIncidents')}</p>}
      <ol>
        {incidents.map((incident, index) => {
          const { publishDate, type } = incident
          const { content, extra } = textOf(incident)
          return (
            // Two may be equal; the list is replaced as a whole.
            <li key={index} data-kind={type}>
              <time dateTime={publishDate}>{formatTime(Math.floor(Date.parse(publishDate) / 1000))}</time>
              <Markdown text={extra.trim() === '' ? content : `${content}\n\n${extra}`} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
