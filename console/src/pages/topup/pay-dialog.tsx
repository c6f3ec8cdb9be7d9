import { useMutation } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Fact, FactLines } from '../../components/facts.tsx'
import { useOpening } from '../../components/use-opening.ts'
import { formatMoney, formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { type Method, namesOfMethods, quotaOf, staysInTab } from './gateways.ts'
import { openPayPage, payPageOf } from './pay-page.ts'
import { startPayment, startStripePayment } from './queries.ts'
import css from './topup.module.css'

export interface Payment {
  /** As entered: units of currency, or quota. */
  amount: number
  method: Method
  money: string
  currency: string
}

/** Creates the order, and leads the user to the payment. */
async function pay({ amount, method }: Payment, language: string | undefined): Promise<void> {
  if (method === 'stripe') {
    const { url } = await startStripePayment(amount)
    if (new URL(url).protocol !== 'https:' && new URL(url).protocol !== 'http:') throw new TypeError(url)
    return location.assign(url)
  }
  const tradeNo = await startPayment({ amount, payment_method: method })
  openPayPage(payPageOf(tradeNo, language), isHere(method) ? '_self' : '_blank')
}

/** Whether the payment page replaces the console. */
const isHere = (method: Method): boolean => method === 'stripe' || staysInTab(navigator.userAgent)

interface PayDialogProps {
  /** null = closed. */
  payment: Payment | null
  onClose(): void
  onOrdered(): void
}

/** Summary of amount, price and method before the order is created. */
export function PayDialog({ payment, onClose, onOrdered }: PayDialogProps) {
  const { t, i18n } = useTranslation('topup')
  const format = useQuotaFormat()
  const { open: shown } = useOpening(payment)
  const order = useMutation({
    mutationFn: (wanted: Payment) => pay(wanted, i18n.resolvedLanguage),
    meta: { silent: true },
    onSuccess: onOrdered,
  })
  const close = () => {
    order.reset()
    onClose()
  }
  if (shown === null) return null
  const { amount, method, money, currency } = shown
  const reason = order.error instanceof TypeError ? t('confirm.badAddress') : order.error?.message
  return (
    <Modal
      open={payment !== null}
      title={t('confirm.title')}
      width={420}
      okText={t('confirm.submit')}
      // Labelled here, as the spinner would otherwise become part of the name.
      okButtonProps={{ 'aria-label': t('confirm.submit'), loading: order.isPending, size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      onOk={() => payment !== null && !order.isPending && order.mutate(payment)}
      onCancel={close}
    >
      <FactLines>
        <Fact label={t('confirm.amount')}>{formatQuota(quotaOf(amount, format), format)}</Fact>
        <Fact label={t('confirm.method')}>{t(`method.${namesOfMethods[method]}`)}</Fact>
        <Fact label={t('confirm.money')}>
          <span className={css.money}>{formatMoney(money, currency)}</span>
        </Fact>
      </FactLines>
      <p className={css.note}>{isHere(method) ? t('confirm.textHere') : t('confirm.textNew')}</p>
      {reason !== undefined && <Alert type="error" showIcon title={reason} />}
    </Modal>
  )
}
