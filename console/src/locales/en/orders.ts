import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/orders.ts'

export default {
  title: 'Top-ups',
  purpose: 'Top-up orders and redeemed codes of all users, and payment notifications that need attention.',
  tab: {
    orders: 'All top-ups',
    alerts: 'Payment alerts',
  },
  openRow: 'Open the entry of {{time}}',
  userId: 'User ID {{id}}',
  userGone: 'User {{id}} (deleted)',
  column: {
    created: 'Created',
    user: 'User',
    order: 'Order number',
    method: 'Method',
    quota: 'Credit',
    money: 'Price',
    status: 'Status',
    paid: 'Credited',
    gatewayNo: 'Gateway number',
    actions: 'Actions',
  },
  method: {
    redemption: 'Redemption code',
    alipay: 'Alipay',
    wxpay: 'WeChat Pay',
    stripe: 'Card (Stripe)',
  },
  status: {
    pending: 'Awaiting payment',
    success: 'Credited',
    expired: 'Expired',
    reversed: 'Reversed or disputed',
  },
  reversal: {
    partial: 'Partly refunded',
    refunded: 'Refunded',
    disputed: 'Disputed',
    charged_back: 'Charged back',
  },
  filter: {
    keyword: 'Order number',
    keywordHint: 'Whole order number of this site or of the gateway',
    user: 'User',
    userHint: 'User ID or whole username',
    status: 'Status',
    method: 'Method',
  },
  stats: {
    label: 'Totals',
    count: 'Credited top-ups',
    countHint: 'Credited orders and codes that match the filters',
    quota: 'Credit given',
    quotaHint: 'Quota that these added to balances, minus reversals',
    money: 'Money received',
    moneyHint: 'Amounts that users paid, minus refunds, by currency. Codes are not included',
  },
  empty: {
    title: 'No top-ups yet',
    hint: 'Orders and redeemed codes of users appear here.',
    filtered: 'No top-up matches',
    filteredHint: 'Usernames and order numbers must match exactly.',
    reset: 'Clear the filters',
  },
  detail: {
    title: 'Top-up details',
    amount: 'Amount ordered',
    code: 'Code ID',
    by: 'Confirmed by',
    byGateway: 'The payment gateway',
    byHand: 'An administrator, by hand (user ID {{id}})',
    expires: 'Payable until',
    expired: 'Expired at',
    takenBack: 'Reversed',
  },
  /** Actions of an administrator on an order. */
  manual: {
    refund: {
      action: 'Mark as refunded',
      title: 'Mark this order as refunded?',
      credited: 'To be reversed',
      consequence:
        '{{amount}} are taken from the balance of {{user}} at once, even if it becomes negative. The action is recorded in the audit trail and cannot be undone. Refund the money itself at the payment gateway.',
      note: 'Note for the audit trail (optional)',
      notePlaceholder: 'For example: refund number of the gateway',
      submit: 'Reverse the credit',
      done: '{{amount}} were taken from the balance of {{user}}',
    },
    complete: {
      action: 'Mark as paid',
      title: 'Mark this order as paid?',
      credited: 'Credit',
      consequence:
        '{{user}} receives {{amount}} at once. The action is recorded in the audit trail and cannot be undone. First verify at the payment gateway that the money has arrived.',
      note: 'Note for the audit trail (optional)',
      notePlaceholder: 'For example: payment number of the gateway',
      submit: 'Credit the order',
      done: '{{user}} was credited {{amount}}',
    },
  },
  gateway: {
    epay: 'Epay',
    stripe: 'Stripe',
  },
  alerts: {
    last: 'Last seen',
    first: 'First seen',
    reason: 'Reason',
    gateway: 'Gateway',
    times: 'Times',
    timesCount_one: 'once',
    timesCount_other: '{{number}} times',
    ip: 'Source IP',
    detail: 'Alert details',
    toDo: 'What to do',
    said: 'Notification content',
    showOrder: 'Show the order',
    empty: 'No payment alerts',
    emptyHint:
      'Notifications that do not match their order, duplicate payments and similar events are kept here for 180 days.',
    filtered: 'No alert matches',
  },
  reason: {
    not_configured: 'Gateway not set up',
    malformed: 'Malformed notification',
    bad_signature: 'Wrong signature',
    wrong_merchant: 'Wrong merchant',
    unknown_order: 'Unknown order',
    wrong_method: 'Wrong payment method',
    wrong_amount: 'Wrong amount',
    wrong_currency: 'Wrong currency',
    not_paid: 'Not paid',
    credited_late: 'Credited after expiry',
    balance_full: 'Balance full',
    paid_again: 'Paid twice',
    refunded: 'Refunded',
    disputed: 'Payment disputed',
    dispute_closed: 'Dispute closed',
  },
  what: {
    not_configured:
      'A notification arrived for a payment gateway that is not configured here. Nothing was credited.',
    malformed: 'The notification has duplicate or unreadable parameters. Nothing was credited.',
    bad_signature: 'The signature does not match the key stored here. Nothing was credited.',
    wrong_merchant:
      'The notification names another merchant ID or another payment session than the order. Nothing was credited.',
    unknown_order:
      'The signature is valid, but the order does not belong to this site. Nothing was credited.',
    wrong_method: 'The payment method differs from that of the order. Nothing was credited.',
    wrong_amount: 'The amount paid differs from the price of the order. Nothing was credited.',
    wrong_currency: 'The currency paid differs from that of the order. Nothing was credited.',
    not_paid: 'The gateway reports that the order was closed or is not paid yet. Nothing was credited.',
    credited_late: 'The payment arrived after the order had expired. It is genuine and was credited.',
    balance_full:
      'The payment is genuine, but the balance would exceed the maximum of an account. Nothing was credited.',
    paid_again: 'The order was credited and then paid a second time. It was credited only once.',
    refunded: 'The gateway refunded the payment in full or in part. The corresponding credit was reversed.',
    disputed:
      'The customer’s bank is reclaiming the money. The credit was reversed, unless this is only an inquiry.',
    dispute_closed:
      'The dispute is closed. If it was won, the credit was restored; if it was lost, the reversal stands.',
  },
  toDo: {
    not_configured: 'If the gateway is still in use, complete its settings. Otherwise no action is needed.',
    malformed:
      'Usually an unrelated request that needs no action. If a user reports a missing payment, check it at the gateway.',
    bad_signature:
      'No action is needed for an occasional one. If real payments fail this way, compare the key here with that of the gateway.',
    wrong_merchant:
      'Check the merchant ID in the settings. If the user has paid, mark the order as paid or refund the payment.',
    unknown_order:
      'Check whether another site uses the same merchant ID. Refund a misdirected payment at the gateway.',
    wrong_method: 'Check the payment at the gateway, then mark the order as paid or refund the payment.',
    wrong_amount: 'Check the payment at the gateway, then mark the order as paid or refund the payment.',
    wrong_currency: 'Check the payment at the gateway, then mark the order as paid or refund the payment.',
    not_paid: 'Usually no action is needed. The user can pay again.',
    credited_late:
      'No action is needed. If it happens often, check whether notifications of the gateway are delayed.',
    balance_full: 'Refund the payment at the gateway, or lower the balance and mark the order as paid.',
    paid_again: 'Refund one of the two payments at the gateway.',
    refunded: 'No action is needed. An account with a negative balance cannot make calls until it tops up.',
    disputed:
      'Answer the dispute at the gateway in time, and watch the account: stolen cards are often used more than once.',
    dispute_closed: 'If the dispute was lost, consider disabling the account.',
  },
} satisfies SameKeys<typeof zh>
