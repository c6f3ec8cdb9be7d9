/** The page that leads to a payment, and the page that says why there is nothing to pay. */
export default {
  title: 'Redirecting to the payment',
  leaving: 'The payment page opens automatically. If it does not, use the button.',
  proceed: 'Continue to the payment',
  back: 'Back to my wallet',
  signed_out_title: 'You are not logged in',
  signed_out_text: 'Log in, then start the payment again from your wallet.',
  unknown_title: 'No such order',
  unknown_text: 'You have no order with this number to pay here. Open it from the history in your wallet.',
  paid_title: 'The order has been paid',
  paid_text: 'The amount was credited to your balance. No further payment is needed.',
  expired_title: 'The order has expired',
  expired_text: 'It can no longer be paid. Place a new one in your wallet.',
  closed_title: 'Online top-up is switched off',
  closed_text: 'The order cannot be paid at the moment. Contact the administrator.',
} as const
