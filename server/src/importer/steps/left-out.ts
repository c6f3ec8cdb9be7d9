import type { ImportStep } from './step.ts'

/** Tables with data of their owners that this program has no place for. Each is named in the report. */
const leftOutTables: Readonly<Record<string, string>> = {
  custom_oauth_providers: 'Sign-in providers of the site; enter one as the OIDC provider',
  user_oauth_bindings: 'Bindings to such providers; their owners bind again',
  subscription_plans: 'Subscription plans',
  user_subscriptions: 'Subscriptions of accounts',
  subscription_orders: 'Orders of subscriptions',
}

export const leftOutSteps: readonly ImportStep[] = Object.entries(leftOutTables).map(([table, kind]) => ({
  name: kind,
  table,
  async write({ rows, context: { notes } }) {
    for (const row of rows) notes.add(kind, `${table} ${row.integer('id')}`)
  },
}))
