import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/orders.ts'

export default {
  title: 'Top-ups',
  purpose: 'Orders and redeemed codes of everybody, and messages of payment gateways that need an eye.',
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
    gatewayNo: 'Number at the gateway',
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
    reversed: 'Taken back or disputed',
  },
  reversal: {
    partial: 'Partly refunded',
    refunded: 'Refunded',
    disputed: 'Disputed',
    charged_back: 'Charged back',
  },
  filter: {
    keyword: 'Order number',
    keywordHint: 'A whole order number, ours or the gateway’s',
    user: 'User',
    userHint: 'A user ID or a whole username',
    status: 'Status',
    method: 'Method',
  },
  stats: {
    label: 'Totals',
    count: 'Credited top-ups',
    countHint: 'Orders and codes that were credited, within the filters',
    quota: 'Credit given',
    quotaHint: 'What these added to balances, less what was taken back',
    money: 'Money received',
    moneyHint: 'What users paid, less what was given back, by currency; codes do not count',
  },
  empty: {
    title: 'No top-ups yet',
    hint: 'Orders that users place and codes they redeem appear here.',
    filtered: 'No top-up matches',
    filteredHint: 'Usernames and order numbers have to match as a whole.',
    reset: 'Clear the filters',
  },
  detail: {
    title: 'Top-up details',
    amount: 'Amount ordered',
    code: 'ID of the code',
    by: 'Confirmed by',
    byGateway: 'The payment gateway',
    byHand: 'An administrator, by hand (user ID {{id}})',
    expires: 'Can be paid until',
    expired: 'Expired at',
    takenBack: 'Taken back',
  },
  /** What is said of an order by hand. */
  hand: {
    refund: {
      action: 'Mark as refunded',
      title: 'Mark this order as refunded?',
      credited: 'To be taken back',
      consequence:
        '{{amount}} are taken back from {{user}} at once, also if the balance falls below zero. It is written into the audit trail and cannot be undone. The money itself is given back at the gateway, not here.',
      note: 'Note for the audit trail (optional)',
      notePlaceholder: 'Such as the number of the refund at the gateway',
      submit: 'Take the credit back',
      done: '{{amount}} were taken back from {{user}}',
    },
    complete: {
      action: 'Mark as paid',
      title: 'Mark this order as paid?',
      credited: 'Credit',
      consequence:
        '{{user}} receives {{amount}} at once. It is written into the audit trail and cannot be undone. First make sure at the gateway that the money has arrived.',
      note: 'Note for the audit trail (optional)',
      notePlaceholder: 'Such as the number of the payment at the gateway',
      submit: 'Credit the order',
      done: '{{user}} was credited {{amount}}',
    },
  },
  gateway: {
    epay: 'Easy-pay',
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
    ip: 'From IP',
    detail: 'Alert details',
    toDo: 'What to do',
    said: 'What the message said',
    showOrder: 'Show the order',
    empty: 'No payment alerts',
    emptyHint:
      'Messages that do not fit their order, payments made twice and the like are listed here for 180 days.',
    filtered: 'No alert matches',
  },
  reason: {
    not_configured: 'Gateway not set up',
    malformed: 'Unreadable message',
    bad_signature: 'Wrong signature',
    wrong_merchant: 'Another merchant',
    unknown_order: 'Unknown order',
    wrong_method: 'Another payment method',
    wrong_amount: 'Another amount',
    wrong_currency: 'Another currency',
    not_paid: 'Not paid',
    credited_late: 'Credited after it expired',
    paid_again: 'Paid twice',
    refunded: 'Refunded',
    disputed: 'Payment disputed',
    dispute_closed: 'Dispute closed',
  },
  what: {
    not_configured: 'A message came for a gateway that is not set up here. Nothing was credited.',
    malformed: 'The message has a parameter twice, or one that cannot be read. Nothing was credited.',
    bad_signature: 'The signature does not fit the key that is kept here. Nothing was credited.',
    wrong_merchant:
      'The message names another merchant number, or another payment session than the order’s. Nothing was credited.',
    unknown_order:
      'The signature is valid, but the order does not belong to this site. Nothing was credited.',
    wrong_method: 'It was paid in another way than the order was made for. Nothing was credited.',
    wrong_amount: 'The amount paid is not the price of the order. Nothing was credited.',
    wrong_currency: 'It was paid in another currency than the order’s. Nothing was credited.',
    not_paid: 'The gateway says that the order was closed, or is not paid yet. Nothing was credited.',
    credited_late:
      'The payment came after the order had expired. It is proven and was credited all the same.',
    paid_again: 'The order had been credited, and was then paid a second time. It was credited only once.',
    refunded:
      'The payment was given back at the gateway, in part or whole. Its share of the credit was taken back.',
    disputed:
      'The customer’s bank asks for the money back. The credit was taken back; an inquiry alone takes nothing.',
    dispute_closed:
      'The dispute is over. If it was won, the credit was given back; if it was lost, it stays taken back.',
  },
  toDo: {
    not_configured: 'If the gateway is still in use, complete its settings. Otherwise nothing.',
    malformed:
      'Most likely nothing: strangers send such messages. If a user misses a payment, look it up at the gateway.',
    bad_signature:
      'Now and then, nothing. If real payments come this way, compare the key here with the gateway’s.',
    wrong_merchant:
      'Check the merchant number in the settings. If the user has paid, mark the order as paid, or give the money back.',
    unknown_order:
      'Find out whether another site uses the same merchant number. Give a stray payment back at the gateway.',
    wrong_method: 'Look the payment up at the gateway; then mark the order as paid, or give the money back.',
    wrong_amount: 'Look the payment up at the gateway; then mark the order as paid, or give the money back.',
    wrong_currency:
      'Look the payment up at the gateway; then mark the order as paid, or give the money back.',
    not_paid: 'Usually nothing; the user can pay again.',
    credited_late: 'Nothing. If they become many, see whether messages of the gateway come late.',
    paid_again: 'Give one of the two payments back at the gateway.',
    refunded: 'Nothing. An account below zero cannot make calls until it tops up.',
    disputed:
      'Answer the dispute at the gateway in time. Look at the account: stolen cards often come in numbers.',
    dispute_closed: 'If it was lost, consider disabling the account.',
  },
} satisfies SameKeys<typeof zh>
