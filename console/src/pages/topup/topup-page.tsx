import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatus } from '../../lib/queries.ts'
import { BalanceCard } from './balance-card.tsx'
import { CheckinCard } from './checkin/checkin-card.tsx'
import { methodsOf } from './gateways.ts'
import { History } from './history.tsx'
import { OnlineCard } from './online-card.tsx'
import { RedeemCard } from './redeem-card.tsx'
import { ReturnNotice } from './return-notice.tsx'
import css from './topup.module.css'
import { useWaitingOrders } from './use-waiting-orders.ts'
import { WaitingNotice } from './waiting-notice.tsx'

/** The balance, and the methods of topping up. */
export function TopupPage() {
  const { t } = useTranslation('topup')
  const status = useStatus()
  const orders = useWaitingOrders()
  const isOnline = methodsOf(status).length > 0
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <div className={css.page}>
        <BalanceCard />
        <ReturnNotice items={orders.items} />
        <WaitingNotice waiting={orders.waiting} isChecking={orders.isChecking} check={orders.check} />
        <div className={css.ways} data-online={isOnline}>
          <OnlineCard onOrdered={orders.check} />
          <RedeemCard />
        </div>
        {status?.checkin_enabled && <CheckinCard />}
        <History />
      </div>
    </>
  )
}
