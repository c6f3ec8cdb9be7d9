/** Notices to an account, by mail or to its webhook. A webhook gets the values of a content in their order there. */
export default {
  balanceLowTitle: 'Your balance is low',
  balanceLow:
    'Your account has {{balance}} left, which is below your warning threshold. Calls are refused once it is used up.',
  balanceLowLinked:
    'Your account has {{balance}} left, which is below your warning threshold. Calls are refused once it is used up. Top up: {{link}}',
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
