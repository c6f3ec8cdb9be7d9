import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/margin.ts'

export default {
  title: 'Margin',
  purpose: 'What users paid compared with what upstreams charged, by model, channel, user and day.',
  stats: 'Totals of the period',
  groupBy: 'Group by',
  total: 'Total',
  gone: 'Deleted',
  unknown: 'Unknown',
  unknownHint: 'The channels of these calls have no cost prices.',
  unknownOf: 'The cost of {{unknown}} of {{calls}} calls is not known',
  calls_one: '{{number}} call',
  calls_other: '{{number}} calls',
  export: 'Export CSV',
  exportHint: 'Save all rows as a CSV file',
  empty: 'No charged calls in this period',
  noCosts: {
    title: 'The cost of these calls is unknown',
    hint: 'Set cost prices in a channel under “Limits and cost”. Cost and margin are computed for calls from then on.',
    link: 'Open the channels',
  },
  key: {
    day: 'Day',
    model: 'Model',
    channel: 'Channel',
    user: 'User',
  },
  column: {
    calls: 'Calls',
    charge: 'Charged',
    list: 'List price',
    cost: 'Cost',
    margin: 'Margin',
    marginPercent: 'Margin %',
    unknown: 'Cost unknown',
  },
  hint: {
    charge: 'What users paid',
    cost: 'What upstreams charged, for calls whose cost is known',
    margin: 'Charged minus cost, for calls whose cost is known',
    marginPercent: 'Margin as a share of the charges of those calls',
    unknown: 'Share of calls without a cost price. Cost and margin exclude them',
  },
  range: {
    label: 'Time range',
    today: 'Today',
    week: 'Last 7 days',
    days30: 'Last 30 days',
    month: 'This month',
    lastMonth: 'Last month',
    days90: 'Last 90 days',
    own: 'Custom range',
  },
  sheet: {
    channelId: 'Channel ID',
    userId: 'User ID',
    costKnown: 'Calls with known cost',
    costKnownCharge: 'Charged for them',
    inUnit: '{{column}} ({{unit}})',
    currency: 'USD',
    units: 'quota',
    cut_one:
      'Too many rows: the file contains the first {{count}}. Choose a shorter time range to export all of them.',
    cut_other:
      'Too many rows: the file contains the first {{count}}. Choose a shorter time range to export all of them.',
  },
} satisfies SameKeys<typeof zh>
