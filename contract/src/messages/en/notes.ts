/**
 * The messages of the usage log about something other than a call. `amount`, `from` and `to` are quota, `reason` is of
 * `reversals`.
 */
export default {
  gift_new_account: 'Gift for a new account: {{amount}}',
  gift_invited: 'Gift for an invited account: {{amount}}',
  invitation_earned: 'Invitation reward, to be transferred: {{amount}}',
  balance_changed: 'Balance changed by an administrator from {{from}} to {{to}}',
  balance_added: 'Balance raised by an administrator by {{amount}}',
  balance_taken: 'Balance lowered by an administrator by {{amount}}',
  balance_set: 'Balance set by an administrator to {{to}}',
  code_redeemed: 'Redeemed a code worth {{amount}}, code #{{id}}',
  checked_in: 'Check-in of {{day}}: {{amount}}',
  topped_up: 'Topped up {{amount}}, paid {{price}} by {{method}}, order {{order}}',
  topped_up_by_hand:
    'Topped up {{amount}}, paid {{price}} by {{method}}, marked as paid by an administrator, order {{order}}',
  order_taken_back: 'Taken back {{amount}} of order {{order}}: {{reason}}',
  order_given_back: 'Given back {{amount}} of order {{order}}: {{reason}}',
  batch_deposit_returned: 'Batch {{batch}} has ended; deposit refunded: {{amount}}',
  response_deposit_returned: 'Background answer {{response}} has ended; deposit refunded: {{amount}}',
  task_settled: 'Task {{task}} used less than was charged; returned: {{amount}}',
  task_refunded: 'Task {{task}} failed; refunded: {{amount}}',
} as const
