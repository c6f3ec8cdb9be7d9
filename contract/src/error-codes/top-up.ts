import type { ErrorCodeInfo } from '../error-code-info.ts'

/** How an account gets quota: transfers, codes, check-ins and payments. */
export const topUpCodes = {
  transfer_below_minimum: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The minimum amount of a transfer is {{minimum}}.',
  },
  transfer_not_enough: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The earnings from invitations are less than this amount.',
  },
  redemption_code_invalid: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This redemption code does not exist.',
  },
  redemption_code_used: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'This redemption code has been used or disabled, or has expired.',
  },
  redemption_code_spent: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'A used redemption code cannot be changed.',
  },
  checkin_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'This site has no daily check-in. Ask the administrator.',
  },
  checkin_done: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'You have already checked in today. Come back tomorrow.',
  },
  topup_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'Online top-up is not set up. Ask the administrator.',
  },
  topup_below_minimum: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The minimum amount of a top-up is {{minimum}}.',
  },
  topup_amount_too_low: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The amount is too low to be paid.',
  },
  topup_amount_too_high: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The amount exceeds the maximum of one top-up.',
  },
  topup_balance_full: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The balance would exceed the maximum of an account. Choose a smaller amount.',
  },
  topup_orders_waiting: {
    status: 200,
    owner: 'caller',
    retryable: true,
    message: 'Too many orders await payment. Pay one of them, or try again later.',
  },
  payment_gateway_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The payment could not be started. Try again later.',
  },
  order_not_open: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The order has been paid already.',
  },
  order_not_refundable: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'Only an order that was credited and not reversed yet can be marked as refunded.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
