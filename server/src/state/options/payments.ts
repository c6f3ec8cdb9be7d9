import { z } from 'zod'
import {
  addressOption,
  count,
  currencyOption,
  numberOption,
  ratios,
  secretOption,
  textOption,
} from '../option-type.ts'
import { option } from './option.ts'

/** How top-ups are paid: the card "payment" of the tab "system". The super administrator alone writes them. */
export const paymentOptions = {
  PayAddress: option({
    type: addressOption,
    default: '',
    writer: 'root',
    screen: 'system',
    effect: 'Address of the payment gateway; with EpayId and EpayKey, online top-up is offered.',
  }),
  EpayId: option({
    type: textOption(256),
    default: '',
    writer: 'root',
    screen: 'system',
    effect: 'Merchant number at the payment gateway.',
  }),
  EpayKey: option({
    type: secretOption,
    default: '',
    writer: 'root',
    screen: 'system',
    secret: true,
    effect: 'Key that signs orders and their notifications.',
  }),
  CustomCallbackAddress: option({
    type: addressOption,
    default: '',
    writer: 'root',
    screen: 'system',
    effect: 'Address the payment gateway notifies; empty = ServerAddress.',
  }),
  Price: option({
    type: numberOption(z.number().positive('must be greater than 0').max(1e9)),
    default: 7.3,
    writer: 'root',
    screen: 'system',
    effect: 'What a currency unit of quota costs in local money.',
  }),
  MinTopUp: option({
    type: count(1_000_000_000),
    default: 1,
    writer: 'root',
    screen: 'system',
    effect: 'Least amount of an online top-up, in currency units.',
  }),
  TopupGroupRatio: option({
    type: ratios,
    default: { default: 1, vip: 1, svip: 1 },
    writer: 'root',
    screen: 'system',
    effect: "Factor on the price of a top-up, by the account's group.",
  }),
  StripeApiSecret: option({
    type: secretOption,
    default: '',
    writer: 'root',
    screen: 'system',
    secret: true,
    effect: 'Key Stripe is called with; with StripeWebhookSecret, paying by Stripe is offered.',
  }),
  StripeWebhookSecret: option({
    type: secretOption,
    default: '',
    writer: 'root',
    screen: 'system',
    secret: true,
    effect: "Secret that Stripe's messages to /api/stripe/webhook are signed with.",
  }),
  StripeCurrency: option({
    type: currencyOption,
    default: 'usd',
    writer: 'root',
    screen: 'system',
    effect: 'Currency of payments by Stripe, three letters.',
  }),
  StripeUnitPrice: option({
    type: numberOption(z.number().positive('must be greater than 0').max(1e9)),
    default: 1,
    writer: 'root',
    screen: 'system',
    effect: 'What a currency unit of quota costs by Stripe, in StripeCurrency.',
  }),
} as const
