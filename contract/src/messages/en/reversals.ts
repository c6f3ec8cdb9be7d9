/** Why an order was reversed or restored. */
export default {
  none: 'the payment is valid after all',
  partial: 'a part of the payment was refunded',
  refunded: 'the payment was refunded',
  disputed: 'the payment is disputed',
  charged_back: 'the payment was charged back',
} as const
