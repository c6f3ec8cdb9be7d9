import type { SourceRow } from '../source-row.ts'
import type { ImportStep } from './step.ts'

/**
 * Subscriptions, which this program does not have. The report shows what their owners have paid for and would lose, so
 * that an administrator can credit it.
 */
export const subscriptionSteps: readonly ImportStep[] = [
  step('Subscription plans', 'subscription_plans', (row) => [['Subscription plans', describePlan(row)]]),
  step('Subscriptions of accounts', 'user_subscriptions', (row) => {
    const user = `user ${row.integer('user_id')}`
    if (row.text('status') !== 'active')
      return [['Subscriptions that were over', `${user}: subscription ${row.integer('id')}`]]
    const group = row.text('upgrade_group')
    return [
      [
        'Active subscriptions. What they have left is in no balance: credit it where it is owed',
        `${user}: plan ${row.integer('plan_id')}, ${describeRest(row)}`,
      ],
      ...(group === ''
        ? []
        : [
            [
              'Groups that an active subscription gave. The account keeps the group until it is changed here',
              `${user}: ${group}, before: ${row.text('prev_user_group') || 'default'}`,
            ] as const,
          ]),
    ]
  }),
  step('Orders of subscriptions', 'subscription_orders', (row) => {
    const order = `order ${row.clipped('trade_no', 64)} of user ${row.integer('user_id')}`
    return row.text('status') === 'pending'
      ? [['Unpaid orders of subscriptions. A payment that still arrives is not credited', order]]
      : [['Orders of subscriptions', order]]
  }),
]

/** A step that only reports. `notesOf` gives the kinds and the examples of a row. */
function step(
  name: string,
  table: string,
  notesOf: (row: SourceRow) => readonly (readonly [kind: string, example: string])[],
): ImportStep {
  return {
    name,
    table,
    async write({ rows, context: { notes } }) {
      for (const row of rows) for (const [kind, example] of notesOf(row)) notes.add(kind, example)
    },
  }
}

function describePlan(row: SourceRow): string {
  const unit = row.text('duration_unit')
  const duration = unit === 'custom' ? `${row.integer('custom_seconds')} s` : `${row.integer('duration_value')} ${unit}`
  const quota = row.integer('total_amount') === 0 ? 'no limit' : `${row.integer('total_amount')} quota`
  return `plan ${row.integer('id')} (${row.clipped('title', 40)}): ${quota} for ${duration}`
}

function describeRest(row: SourceRow): string {
  const total = row.integer('amount_total')
  const until = new Date(row.seconds('end_time')).toISOString().slice(0, 10)
  if (total === 0) return `no limit until ${until}`
  return `${Math.max(0, total - row.integer('amount_used'))} of ${total} quota until ${until}`
}
