import { json, ratiosShape } from './list-types.ts'
import { card, option } from './option.ts'
import { address, currency, positive, secret, text, whole } from './option-type.ts'
import { topupFactors } from './value-checks.ts'

// Payment of top-ups.

export const paymentCard = card({
  id: 'payment',
  area: 'system',
  writer: 'root',
  options: {
    PayAddress: option(address, {
      default: '',
      effect: 'Address of the payment gateway; EpayId and EpayKey complete it, and online top-up is then offered.',
      with: ['EpayId', 'EpayKey'],
      needs: ['ServerAddress'],
      example: 'https://pay.example.com',
    }),
    EpayId: option(text(256), { default: '', effect: 'Merchant number at the payment gateway.' }),
    EpayKey: option(secret, { default: '', effect: 'Key that signs orders and their notifications.' }),
    CustomCallbackAddress: option(address, {
      default: '',
      effect: 'Address to which the payment gateway sends its notifications; empty = ServerAddress.',
      example: 'https://callback.example.com',
    }),
    Price: option(positive(1_000_000_000), {
      default: 7.3,
      effect: 'Price of a currency unit of quota in local money.',
      example: '7.3',
      unit: 'localPerUsd',
      step: 0.1,
      decimals: 2,
    }),
    MinTopUp: option(whole(0, 1_000_000_000), {
      default: 1,
      effect: 'Minimum amount of an online top-up, in currency units.',
      example: '1',
      unit: 'usd',
    }),
    TopupGroupRatio: option(json('group → number', ratiosShape), {
      default: { default: 1, vip: 1, svip: 1 },
      effect: "Factor on the price of a top-up, by the account's group.",
      check: topupFactors,
    }),
  },
})

export const stripeCard = card({
  id: 'stripe',
  area: 'system',
  writer: 'root',
  options: {
    StripeApiSecret: option(secret, {
      default: '',
      effect: 'Key for calls to Stripe; StripeWebhookSecret completes it, and payment by Stripe is then offered.',
      with: ['StripeWebhookSecret'],
      needs: ['ServerAddress'],
    }),
    StripeWebhookSecret: option(secret, {
      default: '',
      effect: "Secret of the signatures of Stripe's messages to /api/stripe/webhook.",
    }),
    StripeCurrency: option(currency, {
      default: 'usd',
      effect: 'Currency of payments by Stripe, three letters.',
      example: 'usd',
    }),
    StripeUnitPrice: option(positive(1_000_000_000), {
      default: 1,
      effect: 'Price of a currency unit of quota by Stripe, in StripeCurrency.',
      example: '1',
      step: 0.1,
      decimals: 2,
    }),
  },
})
