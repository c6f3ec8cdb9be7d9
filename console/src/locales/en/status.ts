import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/status.ts'

export default {
  title: 'Status',
  purpose: 'Whether the models answer, measured on the calls through this site.',
  summary: {
    works: 'All models answer',
    degraded: 'Some calls fail',
    fails: 'Models fail',
    few: 'Too few calls to say',
  },
  failing_one: '{{count}} model fails',
  failing_other: '{{count}} models fail',
  failingNames_one: '{{count}} model fails: {{names}}',
  failingNames_other: '{{count}} models fail: {{names}}',
  success: 'Success, 24 h',
  firstToken: 'First token',
  measuredAt: 'Measured at',
  feed: 'Subscribe to incidents',
  few: 'Too few calls',
  state: 'Now',
  day: '24 h',
  days: '90 days',
  allOf: 'All of {{maker}}',
  otherMakers: 'Other makers',
  states: { works: 'Answers', degraded: 'Some calls fail', fails: 'Fails', few: 'Too few calls' },
  bars: {
    label: '{{name}}, success of each of {{days}} days; the lowest is {{rate}}',
    none: '{{name}} has too few calls in {{days}} days',
  },
  incidents: 'Incidents',
  noIncidents: 'No incident was published.',
  method:
    'Success is the share of all calls, computed every five minutes. “Now” is the last two hours, or 24 hours where these have fewer than 20 calls. Nothing is said of fewer than 20 calls. First token is the median of the newest streamed calls. Days are those of UTC.',
} satisfies SameKeys<typeof zh>
