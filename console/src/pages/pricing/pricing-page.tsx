import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListFrame } from '../../components/data-table-states.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { Link, useNavigate } from '../../lib/page-router.tsx'
import { isAdmin, useSessionUser } from '../../lib/session.ts'
import { pricingQuery } from '../../lib/user-queries.ts'
import { CompareTray } from './compare-tray.tsx'
import { GroupSwitch } from './group-switch.tsx'
import { PriceCards } from './price-cards.tsx'
import { PriceTable } from './price-table.tsx'
import css from './pricing.module.css'
import { PricingFilters } from './pricing-filters.tsx'
import { type Compared, useCompared } from './use-compared.ts'
import { type PricingView, usePricingView } from './use-pricing-view.ts'
import { useShowsUnpriced } from './use-shows-unpriced.ts'

const ModelDrawer = lazy(async () => ({ default: (await import('./model-drawer.tsx')).ModelDrawer }))

export function PricingPage() {
  const { t } = useTranslation('pricing')
  const user = useSessionUser()
  const query = useQuery({ ...pricingQuery(user?.id ?? null), throwOnError: false })
  const { data: pricing } = query
  const view = usePricingView(pricing, { isComplete: useShowsUnpriced(pricing) })
  const compared = useCompared(pricing)
  const isPlain = useIsPhone() && view.shown.length > 0
  const empty = useEmptyState(view)
  // The library's drawer comes with the first model that is opened, and stays for its way out.
  const [wasOpened, setWasOpened] = useState(false)
  if (view.openModel !== '' && !wasOpened) setWasOpened(true)
  const onGroup = (group: string) => view.patch({ group })
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {user === null && (
        <p className={css.hint}>
          {t('guestHint')} <Link to="/login">{t('guestLogin')}</Link>
        </p>
      )}
      {query.isPending && <div className={css.awaited} />}
      {pricing && (
        <>
          <GroupSwitch pricing={pricing} groups={view.groups} value={view.group} onChange={onGroup} />
          <PricingFilters view={view} />
        </>
      )}
      <div className={isPlain ? undefined : css.frame}>
        <ListFrame query={query} count={view.shown.length} empty={empty}>
          {() => <Prices ratio={pricing?.group_ratio[view.group] ?? 1} view={view} compared={compared} />}
        </ListFrame>
      </div>
      {pricing && <CompareTray compared={compared} pricing={pricing} group={view.group} />}
      {pricing && wasOpened && (
        <Suspense>
          <ModelDrawer
            model={view.openModel}
            row={view.opened}
            pricing={pricing}
            group={view.group}
            onGroup={onGroup}
            onClose={() => view.patch({ model: '' })}
          />
        </Suspense>
      )}
    </div>
  )
}

function Prices({ ratio, view, compared }: { ratio: number; view: PricingView; compared: Compared }) {
  const list = {
    rows: view.shown,
    group: view.group,
    order: view.order,
    onOpen: (model: string) => view.patch({ model }, { replace: false }),
    ratio,
    compared,
    onOrder: (sort: string) => view.patch({ sort }),
  }
  return useIsPhone() ? <PriceCards {...list} /> : <PriceTable {...list} />
}

/** What a list without rows says. Administrators without models get the way to the channels. */
function useEmptyState(view: PricingView) {
  const { t } = useTranslation('pricing')
  const navigate = useNavigate()
  const isOperator = isAdmin(useSessionUser())
  if (view.count === 0)
    return {
      title: t('empty.title'),
      hint: t(isOperator ? 'empty.adminHint' : 'empty.hint'),
      action: isOperator && (
        <PlainButton onClick={() => navigate({ to: '/channel' })}>{t('empty.openChannels')}</PlainButton>
      ),
    }
  if (view.offeredCount === 0)
    return { title: t('empty.noMatchGroup', { group: view.group }), hint: t('empty.elsewhere') }
  return {
    title: t('empty.noMatch'),
    action: <PlainButton onClick={view.clearFilters}>{t('empty.clear')}</PlainButton>,
  }
}
