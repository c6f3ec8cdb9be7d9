import type { Pricing } from '@sluice/contract/pricing'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { TableEmpty, TableFailure, TableSkeleton } from '../../components/data-table-states.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useStatus } from '../../lib/queries.ts'
import { isAdmin, useSessionUser } from '../../lib/session.ts'
import { pricingQuery } from '../../lib/user-queries.ts'
import { GroupSwitch } from './group-switch.tsx'
import { ModelDrawer } from './model-drawer.tsx'
import { PriceCards } from './price-cards.tsx'
import { PriceTable } from './price-table.tsx'
import css from './pricing.module.css'
import { PricingFilters } from './pricing-filters.tsx'
import { type PricingView, usePricingView } from './use-pricing-view.ts'

export function PricingPage() {
  const { t } = useTranslation('pricing')
  const user = useSessionUser()
  const query = useQuery({ ...pricingQuery(user?.id ?? null), throwOnError: false })
  // Calls to a model without a price are refused, unless an account accepts them or nothing is charged.
  const isRefused = useStatus()?.self_use_mode_enabled !== true && query.data?.unset_model_ratio === 0
  const view = usePricingView(query.data, { isComplete: isAdmin(user) || !isRefused })
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {user === null && (
        <p className={css.hint}>
          {t('guestHint')} <Link to="/login">{t('guestLogin')}</Link>
        </p>
      )}
      {query.data === undefined ? (
        <div className={css.frame}>
          {query.error === null ? <TableSkeleton /> : <TableFailure query={query} error={query.error} />}
        </div>
      ) : (
        <Prices pricing={query.data} view={view} />
      )}
    </div>
  )
}

function Prices({ pricing, view }: { pricing: Pricing; view: PricingView }) {
  const isPhone = useIsPhone()
  const open = (model: string) => view.patch({ model }, { replace: false })
  const list = {
    rows: view.shown,
    group: view.group,
    order: view.order,
    onOpen: open,
    ratio: pricing.group_ratio[view.group] ?? 1,
    onOrder: (sort: string) => view.patch({ sort }),
  }
  return (
    <>
      <GroupSwitch
        pricing={pricing}
        groups={view.groups}
        value={view.group}
        onChange={(group) => view.patch({ group })}
      />
      <PricingFilters view={view} />
      {view.shown.length === 0 ? (
        <div className={css.frame}>
          <NothingShown view={view} />
        </div>
      ) : isPhone ? (
        <PriceCards {...list} />
      ) : (
        <div className={css.frame}>
          <PriceTable {...list} />
        </div>
      )}
      <ModelDrawer
        model={view.openModel}
        row={view.opened}
        pricing={pricing}
        group={view.group}
        onGroup={(group) => view.patch({ group })}
        onClose={() => view.patch({ model: '' })}
      />
    </>
  )
}

function NothingShown({ view }: { view: PricingView }) {
  const { t } = useTranslation('pricing')
  if (view.count === 0) return <NoModels />
  if (view.offeredCount === 0)
    return <TableEmpty title={t('empty.noMatchGroup', { group: view.group })} hint={t('empty.elsewhere')} />
  return (
    <TableEmpty title={t('empty.noMatch')} action={<Button onClick={view.clearFilters}>{t('empty.clear')}</Button>} />
  )
}

/** Administrators get the way to the channels. */
function NoModels() {
  const { t } = useTranslation('pricing')
  const navigate = useNavigate()
  const isOperator = isAdmin(useSessionUser())
  return (
    <TableEmpty
      title={t('empty.title')}
      hint={t(isOperator ? 'empty.adminHint' : 'empty.hint')}
      action={isOperator && <Button onClick={() => navigate({ to: '/channel' })}>{t('empty.openChannels')}</Button>}
    />
  )
}
