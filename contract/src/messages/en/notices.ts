/** Notices to an account, by mail or to its webhook. A webhook gets the values of a content in their order there. */
export default {
  balanceLowTitle: 'Your balance is low',
  balanceLow:
    'Your account has {{balance}} left, which is below your warning threshold. Calls are refused once it is used up.',
  balanceLowLinked:
    'Your account has {{balance}} left, which is below your warning threshold. Calls are refused once it is used up. Top up: {{link}}',
  keyLimitTitle: 'The key “{{name}}” has used {{percent}} % of its limit',
  keyLimit: 'The key {{name}} has spent {{spent}} of {{limit}}. Its calls are refused once the limit is used up.',
  keyLimitDay:
    'The key {{name}} has spent {{spent}} of {{limit}} today (UTC). Once its limit for a day is used up, its calls are refused until tomorrow.',
  keyLimitMonth:
    'The key {{name}} has spent {{spent}} of {{limit}} since the month began (UTC). Once its limit for a month is used up, its calls are refused until the next one.',
  monthSpendTitle: 'This month’s spend is above your amount',
  monthSpend: 'Your account has spent {{spent}} this month (UTC), which is above the amount that you set: {{amount}}.',
  unusualSpendTitle: 'Unusual spend today',
  unusualSpend:
    'Your account has spent {{spent}} today (UTC). The median of the last 14 days is {{median}} a day. If you do not expect this, look at the usage log, and delete keys that you do not know.',
  testTitle: 'Test notification',
  test: 'Notifications of {{site}} arrive here.',
  channelOnTitle: 'Channel {{name}} (#{{id}}) enabled',
  channelOn: 'The channel {{channel}} passed its test and receives calls again.',
  channelOnBecause: 'The channel {{channel}} passed its test and receives calls again. Reason: {{reason}}',
  channelOffTitle: 'Channel {{name}} (#{{id}}) disabled',
  channelOff: 'The channel {{channel}} no longer receives calls.',
  channelOffBecause: 'The channel {{channel}} no longer receives calls. Reason: {{reason}}',
  testsDoneTitle: 'All channels tested',
  testsDone: 'Passed: {{passed}}. Failed: {{failed}}. Skipped: {{skipped}}. The channels page has the results.',
  newTokensTitle: 'A new API token in your account',
  newTokens:
    'New API tokens: {{tokens}} ({{names}}). If you did not create them, delete them, change your password and log out your other devices at once.',
  modelNewsTitle: 'Upstream models changed',
  modelNews:
    'Channels affected: {{channels}}. New models: {{added}}. Removed models: {{removed}}. Review them under “Upstream models” on the channels page.',
  proposalsTitle: 'New price proposals',
  proposals:
    'New proposals from “{{source}}”: {{proposals}}. Accept or ignore them under “Proposals” on the page “Prices”.',
} as const
