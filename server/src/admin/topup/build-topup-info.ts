import type { TextLanguage } from '@sluice/contract/messages/languages'
import { render } from '@sluice/contract/messages/render'
import type { TopupInfo } from '@sluice/contract/topup'
import { isEpayReady } from '../../payments/epay-form.ts'
import { isStripeReady } from '../../payments/pay-by-stripe.ts'
import { minimumAmount } from '../../payments/price-order.ts'
import type { OptionValues } from '../../state/option-registry.ts'

type Method = TopupInfo['pay_methods'][number]

const colors: Record<Method['type'], string> = { alipay: '#1677FF', wxpay: '#07C160', stripe: '#635BFF' }

/** The configured payment methods, in the form that newer clients read. */
export function buildTopupInfo(options: OptionValues, language: TextLanguage): TopupInfo {
  const [hasEpay, hasStripe] = [isEpayReady(options), isStripeReady(options)]
  const minimum = minimumAmount(options)
  const offered: Method['type'][] = [
    ...(hasEpay ? (['alipay', 'wxpay'] as const) : []),
    ...(hasStripe ? (['stripe'] as const) : []),
  ]
  return {
    enable_online_topup: hasEpay,
    enable_stripe_topup: hasStripe,
    enable_creem_topup: false,
    enable_waffo_topup: false,
    enable_waffo_pancake_topup: false,
    enable_redemption: true,
    payment_compliance_confirmed: true,
    payment_compliance_terms_version: '',
    pay_methods: offered.map((type) => ({
      name: type === 'stripe' ? 'Stripe' : render(language, 'paymentMethods', { code: type }),
      type,
      color: colors[type],
      min_topup: String(minimum),
    })),
    waffo_pay_methods: null,
    creem_products: '[]',
    min_topup: minimum,
    stripe_min_topup: minimum,
    waffo_min_topup: minimum,
    waffo_pancake_min_topup: minimum,
    amount_options: [],
    discount: {},
    topup_link: options.TopUpLink,
  }
}
