import type { SystemStatus } from '@sluice/contract/status'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Row } from '../../components/layout.tsx'
import { NumberField } from '../../components/number-field.tsx'
import texts from '../../components/text.module.css'
import { currencySymbol, exactQuota, formatMoney, formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { type Gateway, gatewayOf, type Method, minimumOf, presetsOf, quotaOf } from './gateways.ts'
import { MethodField } from './method-field.tsx'
import { PayDialog, type Payment } from './pay-dialog.tsx'
import { priceQuery } from './queries.ts'
import css from './topup.module.css'
import { type Price, usePrice } from './use-price.ts'

interface PayValues {
  amount: number | null
  method?: Method
}

interface OnlineFormProps {
  status: SystemStatus
  /** At least one. */
  methods: Method[]
  onOrdered(): void
}

/** Amount, method and price. */
export function OnlineForm({ status, methods, onOrdered }: OnlineFormProps) {
  const { t } = useTranslation('topup')
  const format = useQuotaFormat()
  const [form] = Form.useForm<PayValues>()
  const client = useQueryClient()
  const [payment, setPayment] = useState<Payment | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const minimum = minimumOf(status.min_topup, format)
  const presets = presetsOf(status.min_topup, format)
  const [, usual = minimum] = presets
  const [only] = methods.length === 1 ? methods : []
  const amount = Form.useWatch<number | null | undefined>('amount', form) ?? null
  const method = Form.useWatch<Method | undefined>('method', form)
  const gateway = gatewayOf(method ?? methods[0] ?? 'zfb')
  const price = usePrice(amount !== null && amount >= minimum ? amount : null, gateway)
  const rate = useRate(status, gateway)
  const amountText = (value: number) => formatQuota(quotaOf(value, format), format)

  /** The price in the dialog belongs to the current input, also if the answer arrives after the click. */
  const ask = async ({ amount, method }: PayValues) => {
    if (amount === null || method === undefined || isAsking) return
    setIsAsking(true)
    try {
      setPayment({ amount, method, ...(await client.fetchQuery(priceQuery(amount, gatewayOf(method)))) })
    } catch {
      // The price line shows the error.
    } finally {
      setIsAsking(false)
    }
  }
  const choose = (value: number) => {
    form.setFieldValue('amount', value)
    form.validateFields(['amount']).catch(() => undefined)
  }
  return (
    <>
      <p className={texts.help}>{rate}</p>
      <Form<PayValues>
        form={form}
        name="online"
        layout="vertical"
        requiredMark={false}
        className={layout.apart}
        initialValues={{ amount: usual, method: only }}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={ask}
      >
        <Form.Item<PayValues>
          name="amount"
          label={format.inCurrency ? t('online.amount') : t('online.amountInUnits')}
          validateDebounce={300}
          className={css.tight}
          rules={[
            {
              validator: async (_, value: number | null) => {
                if (value === null) throw new Error(t('online.amountRequired'))
                if (value < minimum) throw new Error(t('online.belowMinimum', { minimum: amountText(minimum) }))
              },
            },
          ]}
        >
          <NumberField<number>
            size="large"
            className={layout.wide}
            min={1}
            max={Number.MAX_SAFE_INTEGER}
            precision={0}
            controls={false}
            inputMode="numeric"
            prefix={format.inCurrency ? '$' : undefined}
            suffix={
              <span className={css.unit}>
                {format.inCurrency
                  ? currencySymbol(format) === '$'
                    ? t('online.minimum', { minimum: `$${minimum}` })
                    : formatQuota(quotaOf(amount ?? 0, format), format)
                  : exactQuota(amount ?? 0, format).split(' · ')[0]}
              </span>
            }
          />
        </Form.Item>
        <div className={css.presets}>
          {presets.map((preset) => (
            <Button key={preset} aria-pressed={amount === preset} onClick={() => choose(preset)}>
              {format.inCurrency ? `$${preset}` : amountText(preset)}
            </Button>
          ))}
        </div>
        <Form.Item<PayValues>
          name="method"
          label={t('online.method')}
          rules={[{ required: true, message: t('online.methodRequired') }]}
        >
          <MethodField methods={methods} />
        </Form.Item>
        <PriceLine price={price} />
        <Button
          block
          type="primary"
          size="large"
          htmlType="submit"
          aria-label={t('online.pay')}
          loading={isAsking}
          disabled={method === undefined}
        >
          {t('online.pay')}
        </Button>
      </Form>
      <PayDialog
        payment={payment}
        onClose={() => setPayment(null)}
        onOrdered={() => {
          setPayment(null)
          onOrdered()
        }}
      />
    </>
  )
}

/** The price of a unit of balance, before factors of groups. */
function useRate(status: SystemStatus, gateway: Gateway): string {
  const { t } = useTranslation('topup')
  const format = useQuotaFormat()
  const price =
    gateway === 'stripe'
      ? formatMoney(String(status.stripe_price), status.stripe_currency)
      : formatMoney(String(status.price), '')
  return t('online.rate', { unit: formatQuota(format.perUnit, format), price })
}

/** The price; zero if it cannot be determined, with the reason. */
function PriceLine({ price }: { price: Price }) {
  const { t } = useTranslation('topup')
  return (
    <Row gap={[0, 12]} align="baseline" justify="between" wrap className={css.price}>
      <span className={texts.second}>{t('online.toPay')}</span>
      <span className={css.money} role="status" aria-busy={price.state === 'loading'}>
        {price.state === 'loading' ? (
          <span className={css.unit}>{t('online.calculating')}</span>
        ) : price.state === 'known' ? (
          formatMoney(price.money, price.currency)
        ) : (
          formatMoney('0', '')
        )}
      </span>
      {price.state === 'failed' && (
        <p className={css.feedback} role="alert" data-tone="bad">
          {price.reason}
        </p>
      )}
    </Row>
  )
}
