import type { HomeFacts } from '@sluice/contract/home-facts'
import { readHeaderNav } from '@sluice/contract/nav-modules'
import type { SystemStatus } from '@sluice/contract/status'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { useVendorName } from '../../components/vendor-mark/vendor-name.ts'
import { countText, formatPercent, formatPrice, formatQuota } from '../../lib/format.ts'
import { Link } from '../../lib/page-router.tsx'
import { useStatus } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'
import { siteAddress } from '../../lib/site-address.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { CodeCard } from './code-card.tsx'
import css from './home.module.css'
import { homeFactsQuery } from './home-queries.ts'
import { ModelTable } from './model-table.tsx'
import { Questions } from './questions.tsx'
import { Traffic } from './traffic.tsx'

const Samples = lazy(async () => ({ default: (await import('./samples.tsx')).Samples }))

/** Of a status that an earlier version has left. */
const allParts: NonNullable<SystemStatus['home_page']> = {
  traffic: true,
  prices: true,
  samples: true,
  questions: true,
  refund_rule: '',
}

/** The page of a site whose operator has not written one: what can be checked, then how it works. */
export function DefaultHome() {
  const status = useStatus()
  const user = useSessionUser()
  const { data: facts } = useQuery({ ...homeFactsQuery(user?.id ?? null), throwOnError: false })
  if (status === null || facts === undefined) return <HomeSkeleton />
  const parts = status.home_page ?? allParts
  const hasModels = facts !== null && facts.models > 0
  return (
    <div className={css.page}>
      <Hero status={status} facts={hasModels ? facts : null} />
      {hasModels && <Vendors facts={facts} />}
      {hasModels && parts.traffic && <Traffic facts={facts} siteName={status.system_name} />}
      {hasModels && parts.prices && facts.examples.length > 0 && <ModelTable facts={facts} />}
      {/* Below the fold: the reckoning of a charge is not loaded with the page. */}
      {parts.samples && (
        <Suspense fallback={<div className={css.samples} />}>
          <Samples />
        </Suspense>
      )}
      {parts.questions && <Questions status={status} refundRule={parts.refund_rule} />}
    </div>
  )
}

/** The places of the headline and of the code, until the facts are there: the headline names their numbers. */
const HomeSkeleton = () => (
  <div className={css.page} aria-busy>
    <div className={css.hero}>
      <div className={css.waiting}>
        <span />
        <span />
        <span />
      </div>
      <div className={css.code}>
        <pre />
      </div>
    </div>
  </div>
)

function Hero({ status, facts }: { status: SystemStatus; facts: HomeFacts | null }) {
  const { t } = useTranslation('home')
  const format = useQuotaFormat()
  const site = siteAddress(status.server_address)
  const from = facts?.input_from ?? null
  // What a visitor would get who registers now.
  const isOffered = useSessionUser() === null && canRegister(status) && status.quota_for_new_user > 0
  const makers = facts === null ? 0 : namedVendors(facts).length
  const gift = isOffered ? formatQuota(status.quota_for_new_user, format) : null
  const sentences = [
    ...(from === null ? [] : [t('from', { price: formatPrice(from, { ...format, inCurrency: true }) })]),
    t('text'),
    ...(gift === null ? [] : [t('gift', { amount: gift })]),
  ]
  return (
    <section className={css.hero}>
      <div className={css.claim}>
        <h1>
          {facts === null || makers === 0
            ? t('headline')
            : t('headlineCounted', { models: countText(facts.models), count: makers, vendors: countText(makers) })}
        </h1>
        <p className={css.lead}>{sentences.reduce((first, next) => t('sentences', { first, next }))}</p>
        <Actions status={status} />
        {facts !== null && facts.success_rate !== null && (
          <p className={css.state}>
            <span className={css.light} aria-hidden />
            {t('success', { rate: formatPercent(facts.success_rate) })}
          </p>
        )}
      </div>
      <CodeCard site={site} model={facts?.examples[0]?.model_name ?? 'gpt-4o-mini'} />
    </section>
  )
}

const canRegister = (status: SystemStatus): boolean => status.register_enabled && !status.self_use_mode_enabled

/** Visitors register, or log in where the site is closed; accounts go to their console. */
function Actions({ status }: { status: SystemStatus }) {
  const { t } = useTranslation('home')
  const user = useSessionUser()
  const isOpen = canRegister(status)
  return (
    <div className={css.actions}>
      {user !== null ? (
        <Link to="/token" className={css.primary}>
          {t('start')}
        </Link>
      ) : (
        <Link to={isOpen ? '/register' : '/login'} className={css.primary}>
          {isOpen ? t('register') : t('login')}
        </Link>
      )}
      {user === null && isOpen && (
        <Link to="/login" className={css.second}>
          {t('login')}
        </Link>
      )}
      {readHeaderNav(status.HeaderNavModules).pricing.enabled && (
        <Link to="/pricing" className={css.second}>
          {t('prices')}
        </Link>
      )}
      <Link to="/docs/{-$slug}" className={css.second}>
        {t('docs')}
      </Link>
    </div>
  )
}

/** Models whose maker is unknown are not those of one more maker. */
const namedVendors = ({ vendors }: HomeFacts) => vendors.filter(({ vendor }) => vendor !== '')

function Vendors({ facts }: { facts: HomeFacts }) {
  const { t } = useTranslation('home')
  const nameOf = useVendorName()
  const named = namedVendors(facts).slice(0, 12)
  if (named.length === 0) return null
  return (
    <ul className={css.vendors} aria-label={t('vendors')}>
      {named.map(({ vendor, icon }) => (
        <li key={vendor}>
          <Link to="/pricing" search={{ vendor }} className={css.vendor}>
            <VendorMark vendor={vendor} icon={icon} size="large" />
            {nameOf(vendor)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
